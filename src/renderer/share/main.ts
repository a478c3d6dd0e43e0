import '../ui/base.css';
import './share.css';
import type { PublicReport } from '../../contract/shared-reports.ts';
import { localize } from './localize.ts';
import { createReportPage } from './report-page.ts';
import { createMessagePage } from './states.ts';
import { language } from './text.ts';

/** Entry of the public share page, a small script without the window's code. */
const root = document.querySelector('main')!;
const hash = location.pathname.split('/').at(-1) ?? '';
document.documentElement.lang = language;

class RefusedError extends Error {
  override name = 'RefusedError';
  readonly status: number;
  constructor(status: number) {
    super(`The server responded with status ${status}.`);
    this.status = status;
  }
}

async function load(): Promise<PublicReport> {
  const response = await fetch(`/api/shared-reports/${encodeURIComponent(hash)}`);
  if (!response.ok) throw new RefusedError(response.status);
  return localize((await response.json()) as PublicReport);
}

async function show(): Promise<void> {
  root.ariaBusy = 'true';
  const page = await load().then(
    (report) => createReportPage(report, load),
    (error: unknown) => {
      const status = error instanceof RefusedError ? error.status : 0;
      if (status === 410) return createMessagePage('expired');
      return status === 404 ? createMessagePage('missing') : createMessagePage('failed', () => void show());
    },
  );
  root.replaceChildren(page);
  root.ariaBusy = 'false';
}

void show();
