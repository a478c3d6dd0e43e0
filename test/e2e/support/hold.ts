import type { Page, Route } from 'playwright-core';
import { intercept } from './browser.ts';

/** A request whose answer is held back. */
export interface Held {
  /** Resolves when the answer is there. */
  answered: Promise<void>;
  /** Passes the answer on. */
  release(): void;
}

/** Holds back the server's answer to the next request of a method; later ones pass. */
export const holdAnswer = (page: Page, method: string, url: string): Promise<Held> =>
  hold(page, method, url, async (route) => {
    const response = await route.fetch();
    return () => route.fulfill({ response });
  });

/** Lets the next request of a method fail, late; it doesn't reach the server. */
export const failLate = (page: Page, method: string, url: string): Promise<Held> =>
  hold(page, method, url, async (route) => {
    const error = { code: 'internal', message: 'Something went wrong.' };
    return () => route.fulfill({ status: 500, json: { error } });
  });

/** @param answer returns a function that passes the answer on */
async function hold(
  page: Page,
  method: string,
  url: string,
  answer: (route: Route) => Promise<() => Promise<void>>,
): Promise<Held> {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const handle = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    await page.unroute(url, handle);
    const pass = await answer(route);
    answered.resolve();
    await released.promise;
    await pass();
  };
  await intercept(page, url, handle);
  return { answered: answered.promise, release: released.resolve };
}

/** Holds back what a page does with the next frame. @returns passes the frame on */
export async function holdFrame(page: Page): Promise<() => Promise<void>> {
  const frame = await page.evaluateHandle(() => {
    const request = window.requestAnimationFrame;
    const callbacks: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => callbacks.push(callback);
    return () => {
      window.requestAnimationFrame = request;
      for (const callback of callbacks) callback(performance.now());
    };
  });
  return () => frame.evaluate((release) => release());
}
