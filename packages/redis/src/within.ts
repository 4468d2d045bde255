/** Settles as `promise` does, or rejects with `onTimeout()` after `timeoutMs`; a later rejection of `promise` is swallowed. */
export function within<T>(promise: Promise<T>, timeoutMs: number, onTimeout: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(onTimeout()), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
