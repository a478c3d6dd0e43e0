import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

/** Renders the window into an element. */
export function mount(element: HTMLElement): void {
  createRoot(element).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
