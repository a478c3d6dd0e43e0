import type { Page } from 'playwright-core';

/** How long a page was held up, in milliseconds. */
export interface PageTasks {
  /** The longest task by the clock: what a person waits, but longer whenever other programs have the processor. */
  longestMs: number;
  /** The most processor time that one task took: the same on a busy machine as on an idle one. */
  longestCpuMs: number;
  /** Processor time of all tasks together. */
  cpuMs: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds by the clock. */
  dur?: number;
  /** Microseconds on the processor. */
  tdur?: number;
  args: { name?: string };
}

/** The tasks of the page's main thread while something is done, from the browser's own trace. */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<PageTasks> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const traceConfig = { recordMode: 'recordAsMuchAsPossible' as const, includedCategories: ['toplevel'] };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  const complete = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => resolve());
  });
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const isMain = new Set(
    events.filter(({ args }) => args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && isMain.has(`${pid} ${tid}`),
  );
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0) / 1000;
  const cpu = tasks.map(({ tdur = 0 }) => tdur);
  return {
    longestMs: most(tasks.map(({ dur = 0 }) => dur)),
    longestCpuMs: most(cpu),
    cpuMs: cpu.reduce((a, b) => a + b, 0) / 1000,
  };
}
