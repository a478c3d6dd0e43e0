// @vitest-environment happy-dom

import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Results } from '../../src/contract/analysis/results.ts';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import type { PublicReport } from '../../src/contract/sharing/shared-reports.ts';
import { EDIT_FORMATS } from '../../src/core/formats/edit-formats.ts';
import { exactRate } from '../../src/core/formats/frame-rate.ts';
import { toHtml } from '../../src/core/formats/html.ts';
import { TEXT_FORMATS } from '../../src/core/formats/index.ts';
import { partOf } from '../../src/core/formats/part.ts';
import { modulesOf } from '../../src/renderer/features/processing/presets.ts';
import { filterFindings, NO_FILTER } from '../../src/renderer/features/video/findings/filter.ts';
import { Filters } from '../../src/renderer/features/video/findings/filters.tsx';
import { buildLanes } from '../../src/renderer/features/video/timeline/lanes.ts';
import { createFindings } from '../../src/renderer/share/findings.ts';
import { TooltipProvider } from '../../src/renderer/ui/controls/tooltip.tsx';
import { WEATHER } from '../fixtures/extra-module/registration.ts';
import { REPORT_WORDS } from '../fixtures/report-words.ts';

vi.mock('../../src/contract/analysis/module-catalog.ts', async (actual) =>
  (await import('../fixtures/extra-module/registration.ts')).withName(await actual()),
);
vi.mock('../../src/core/modules/module-presentation.ts', async (actual) =>
  (await import('../fixtures/extra-module/registration.ts')).withPresentation(await actual()),
);

const base = { edited: 0, edited_at: null, original: null, engine: 'sky-brightness@1', data: null };
const segments = [
  { ...base, id: '1', module: 'scenes', content: 'Shot 1', start_time: 0, end_time: 4 },
  { ...base, id: '2', module: WEATHER, content: 'Clear sky', start_time: 1, end_time: 4 },
] as unknown as Segment[];

beforeAll(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
});

test('the timeline gives an added module its lane', () => {
  expect(buildLanes(segments).map(({ module }) => module)).toEqual(['scenes', WEATHER]);
});

test('the filter offers an added module by its name and icon, and filters by it', async () => {
  const onChange = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const filters = createElement(Filters, {
    segments,
    shown: 2,
    total: 2,
    filter: NO_FILTER,
    setFilter: onChange,
    onAdd: vi.fn(),
  });
  // biome-ignore lint/correctness/noChildrenProp: createElement's types require it
  const window = createElement(TooltipProvider, { children: filters });
  await act(async () => root.render(window));
  const trigger = place.querySelector<HTMLElement>('button[aria-haspopup="menu"]')!;
  await act(async () => trigger.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitemcheckbox"]')].find((item) =>
    item.textContent?.includes('Weather'),
  );
  await act(async () => entry!.click());
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ modules: [WEATHER] }));
  expect(filterFindings(segments, { ...NO_FILTER, modules: [WEATHER] })).toEqual([segments[1]]);
  await act(async () => root.unmount());
});

test('a preset of the analysis dialog selects an added module', () => {
  const info = {
    name: WEATHER,
    title: '',
    description: '',
    engine: null,
    available: true,
    reason: null,
    reason_text: null,
    needs: [],
    needs_texts: [],
  };
  expect(modulesOf('picture', [info])).toEqual([WEATHER]);
  expect(modulesOf('speech', [info])).toEqual([]);
});

test('the share page shows an added module with its name and hue, and filters by it', () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
    },
  );
  const report = { modules: ['scenes', WEATHER], segments, still_url: '/{ms}' } as unknown as PublicReport;
  const { root } = createFindings(report, null);
  const chip = [...root.querySelectorAll<HTMLElement>('.chip')].find((each) => each.textContent === 'Weather')!;
  expect(chip.style.getPropertyValue('--hue')).toBe('light-dark(oklch(0.5 0.1 10), oklch(0.8 0.1 10))');
  expect(root.querySelectorAll('.item')).toHaveLength(2);
  chip.click();
  const rows = [...root.querySelectorAll('.item')];
  expect(rows.map((row) => row.querySelector('.kind')!.textContent)).toEqual(['Weather']);
});

test('every export of findings contains an added module, in its colors', () => {
  const all = {
    job_id: 'job',
    video_name: 'sky.mp4',
    duration: 4,
    status: 'completed',
    processing_time: 1,
    segments,
  } as unknown as Results;
  const results = partOf(all, { modules: [WEATHER] });
  const picture = { width: 0, height: 0, fps: 25 };
  const file = { jobId: 'job', name: 'sky.mp4', duration: 4, video: picture, audioChannels: 0, start: null };
  const edit = (format: keyof typeof EDIT_FORMATS) =>
    EDIT_FORMATS[format].format(results, file, { rate: exactRate(25) });
  for (const format of ['edl', 'fcpxml', 'xmeml', 'otio', 'avid'] as const)
    expect(edit(format), format).toContain('Clear sky');
  // Those of the transcript contain speech alone.
  const { srt: _srt, vtt: _vtt, txt: _txt, ...others } = TEXT_FORMATS;
  for (const [name, { format }] of Object.entries(others)) expect(format(results), name).toContain('Clear sky');
  expect(edit('edl')).toContain('ResolveColorSky');
  expect(edit('otio')).toContain('"color": "MAGENTA"');
  expect(TEXT_FORMATS.md.format(results)).toContain('## Weather');
  const parts = { language: 'en', stills: new Map(), moduleName: () => 'Weather', words: REPORT_WORDS };
  const html = toHtml(results, parts);
  expect(html).toContain('Clear sky');
  expect(html).toContain('.weather{--hue:light-dark(oklch(0.5 0.1 10), oklch(0.8 0.1 10))}');
});
