import type { Page } from 'playwright-core';

/** Main-thread tasks of a page, in milliseconds. */
export interface PageTasks {
  /** Longest task in elapsed time, as experienced by users; increases with load on the machine. */
  longestMs: number;
  /** Largest processor time of one task; independent of load on the machine. */
  longestCpuMs: number;
  /** Total processor time of all tasks. */
  cpuMs: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Elapsed time in microseconds. */
  dur?: number;
  /** Processor time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** Traces the main thread's tasks during an action. */
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
