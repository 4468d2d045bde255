// 500 tasks and 100 faults; see bench/chaos.
process.argv.push('--tasks', '500', '--faults', '100', '--users', '8', '--seconds', '1500', '--quiet');
await import('./chaos/src/main.ts');
