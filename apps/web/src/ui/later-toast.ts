import type { ExternalToast } from 'sonner';

/** Toasts for what is in the first script: nothing is announced in the first moments, so their library comes later. */
const show = (look: 'success' | 'error') => (text: string, options?: ExternalToast) =>
  void import('sonner').then(({ toast }) => toast[look](text, options));

export const laterToast = { success: show('success'), error: show('error') };
