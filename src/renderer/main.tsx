import './ui/base.css';
import { begin } from './app/begin.ts';
import { usePreferences } from './ui/lib/preferences.ts';
import { allowWidgetStyles } from './ui/lib/style-nonce.ts';
import { loadLanguage } from './ui/lib/text.ts';

/** Renders the window once its code and the texts of its language have loaded. */
async function open(): Promise<void> {
  await begin();
  allowWidgetStyles();
  const texts = loadLanguage(usePreferences.getState().language).catch((error: unknown) => {
    // English texts are built in, so the window opens all the same.
    console.error('The interface language failed to load', error);
  });
  // A file of its own, so that evaluating it is a task of its own, and the first requests are on their way before it.
  const [{ mount }] = await Promise.all([import('./app/mount.tsx'), texts]);
  mount(document.getElementById('root')!);
}

// A file of texts may share code with this one, which would wait for itself with an `await` outside of a function.
void open();
