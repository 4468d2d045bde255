import type { AskOutside } from '../../maintenance/open-steps.ts';
import type { Provider } from './provider.ts';

/** Asks the provider whether it took what a task, over by now, handed in. */
export function askProvider(provider: Provider): AskOutside {
  return async (signal) => ({
    ask: async ({ idempotencyKey }) => {
      const providerTaskId = await provider.findByKey(idempotencyKey, signal);
      return providerTaskId === null ? { happened: false } : { happened: true, output: { providerTaskId } };
    },
    close: async () => {},
  });
}
