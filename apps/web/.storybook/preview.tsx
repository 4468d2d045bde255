import type { Decorator, Preview } from '@storybook/react-vite';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { showLanguage, startLanguage } from '../src/i18n/language.ts';
import '../src/styles.css';
import { chooseTheme, THEMES } from '../src/theme/theme.ts';

await startLanguage('ko');

/** A router in memory, so that links are links; the story stands at `/`. */
const WithRouter: Decorator = (Story) => <InMemory>{<Story />}</InMemory>;

function InMemory({ children }: { children: ReactNode }) {
  const root = createRootRoute({});
  const here = createRoute({ getParentRoute: () => root, path: '/', component: () => children });
  const [router] = useState(() =>
    createRouter({
      routeTree: root.addChildren([here]),
      history: createMemoryHistory({ initialEntries: ['/'] }),
      context: {},
    }),
  );
  return <RouterProvider router={router as never} />;
}

const preview: Preview = {
  decorators: [WithRouter],
  globalTypes: {
    locale: {
      description: 'Language',
      toolbar: {
        icon: 'globe',
        items: [
          { value: 'ko', title: '한국어' },
          { value: 'en', title: 'English' },
        ],
        dynamicTitle: true,
      },
    },
    theme: {
      description: 'Theme',
      toolbar: { icon: 'mirror', items: [...THEMES], dynamicTitle: true },
    },
  },
  initialGlobals: { locale: 'ko', theme: 'light' },
  beforeEach: async ({ globals }) => {
    chooseTheme(THEMES.find((theme) => theme === globals.theme) ?? 'system');
    await showLanguage(globals.locale === 'en' ? 'en' : 'ko');
  },
  parameters: {
    layout: 'padded',
    // A violation fails the story's test.
    a11y: { test: 'error' },
  },
};

export default preview;
