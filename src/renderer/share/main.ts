import './share.css';
import './story.css';
import { SHARE_PASSWORD_HEADER } from '../../contract/sharing/share-parts.ts';
import type { PublicReport, PublicStory } from '../../contract/sharing/shared-reports.ts';
import { writtenComment } from './comment-form.ts';
import { createCommentsClient } from './comments-client.ts';
import { type EndStatus, isEnd, watchLink } from './link-watch.ts';
import { localize } from './localize.ts';
import { createPasswordPage, type PasswordProblem } from './password-page.ts';
import { createReportPage } from './report-page.ts';
import { createMessagePage } from './states.ts';
import { createStoryPage } from './story-page.ts';
import { language } from './text.ts';

/** Entry of the public share page, a small script without the window's code. */
const root = document.querySelector('main')!;
const hash = location.pathname.split('/').at(-1) ?? '';
document.documentElement.lang = language;
/** Kept until the tab is closed, so that a reload doesn't ask for it again. */
const KEY = `password ${hash}`;
let password = sessionStorage.getItem(KEY) ?? undefined;

class RefusedError extends Error {
  override name = 'RefusedError';
  readonly status: number;
  constructor(status: number) {
    super(`The server responded with status ${status}.`);
    this.status = status;
  }
}

const headers = (): Record<string, string> =>
  password === undefined ? {} : { [SHARE_PASSWORD_HEADER]: encodeURIComponent(password) };

async function load(): Promise<PublicReport | PublicStory> {
  const response = await fetch(`/api/shared-reports/${encodeURIComponent(hash)}`, { headers: headers() });
  if (!response.ok) throw new RefusedError(response.status);
  const content = (await response.json()) as PublicReport | PublicStory;
  return 'story' in content ? content : localize(content);
}

/** Loads newer URLs for an open page, which ends with its link. */
async function renew(): Promise<PublicReport | PublicStory> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof RefusedError && isEnd(error.status)) end(error.status);
    throw error;
  }
}

/** Replaces an open page, whose player stops with that. A comment that is being written can still be copied. */
function end(status: EndStatus): void {
  root.replaceChildren(createMessagePage(status === 410 ? 'expired' : 'ended', undefined, writtenComment()));
}

/** A link leads to a video or to a story, which does not change. */
function pageOf(content: PublicReport | PublicStory): HTMLElement {
  watchLink(end);
  const comments = content.allows_comments ? createCommentsClient(hash, headers(), end) : null;
  return 'story' in content
    ? createStoryPage(content, renew as () => Promise<PublicStory>, comments)
    : createReportPage(content, renew as () => Promise<PublicReport>, comments);
}

async function openWith(entered: string): Promise<PasswordProblem | null> {
  password = entered;
  try {
    root.replaceChildren(pageOf(await load()));
    sessionStorage.setItem(KEY, entered);
    return null;
  } catch (error) {
    const status = error instanceof RefusedError ? error.status : 0;
    if (status === 401) return 'wrong';
    return status === 429 ? 'limited' : 'failed';
  }
}

async function show(): Promise<void> {
  root.ariaBusy = 'true';
  const page = await load().then(pageOf, (error: unknown) => {
    const status = error instanceof RefusedError ? error.status : 0;
    if (status === 401) return createPasswordPage(openWith);
    if (isEnd(status)) return createMessagePage(status === 410 ? 'expired' : 'missing', undefined, writtenComment());
    return createMessagePage('failed', () => void show());
  });
  root.replaceChildren(page);
  root.querySelector<HTMLElement>('#password')?.focus();
  root.ariaBusy = 'false';
}

void show();
