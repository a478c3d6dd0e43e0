import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { begin } from './app/begin.ts';
import { usePreferences } from './ui/lib/preferences.ts';
import { allowWidgetStyles } from './ui/lib/style-nonce.ts';
import { loadLanguage } from './ui/lib/text.ts';

/** Renders the window once the texts of its language have loaded. */
async function open(): Promise<void> {
  await begin();
  allowWidgetStyles();
  await loadLanguage(usePreferences.getState().language).catch((error: unknown) => {
    // English texts are built in, so the window opens all the same.
    console.error('The interface language failed to load', error);
  });
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// A file of texts may share code with this one, which would wait for itself with an `await` outside of a function.
void open();
