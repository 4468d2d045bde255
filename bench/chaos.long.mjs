// 500 tasks and 105 faults; see bench/chaos. `npm test` runs a small sample.
process.argv.push('--tasks', '500', '--faults', '105', '--users', '8', '--seconds', '480', '--quiet');
await import('./chaos/src/main.ts');
