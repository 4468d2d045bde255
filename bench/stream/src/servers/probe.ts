/** Loaded into each measured server: answers `measure` on its IPC channel with what the process costs at that moment. */
export interface Measured {
  type: 'measured';
  rssBytes: number;
  heapBytes: number;
  cpuMicros: number;
}

process.on('message', (message) => {
  if (message !== 'measure') return;
  // Twice: what the first run finalises, the second frees.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const measured: Measured = {
    type: 'measured',
    rssBytes: rss,
    heapBytes: heapUsed + external,
    cpuMicros: user + system,
  };
  process.send?.(measured);
});
