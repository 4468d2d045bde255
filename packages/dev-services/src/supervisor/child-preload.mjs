// Loaded into every app process of the development stack. When its supervisor is gone, by whatever death, it must not stay
// behind and hold the port: it stops as on SIGTERM, and for certain a little after the time an app has for that.
const STOP_LIMIT_MS = 12_000;

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
});
// The channel alone must not keep a process alive that has finished.
process.channel?.unref();
