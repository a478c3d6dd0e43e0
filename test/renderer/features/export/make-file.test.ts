import { expect, it } from 'vitest';
import { createTranslate } from '../../../../src/base/translate.ts';
import de from '../../../../src/contract/locales/de/messages.json' with { type: 'json' };
import { message } from '../../../../src/contract/message.ts';
import { moduleTexts } from '../../../../src/contract/module-display.ts';
import type { Results } from '../../../../src/contract/results.ts';
import { createExportFile } from '../../../../src/renderer/features/export/make-file.ts';
import { createMessages } from '../../../../src/renderer/ui/lib/create-messages.ts';

const german = createMessages(createTranslate<typeof de>(de, 'de'), 'de');

it('writes an HTML report in the language of the window', async () => {
  const finding = {
    ...{ id: '1', module: 'audioevents' as const, engine: null, start_time: 0, end_time: 4 },
    ...{ content: 'Music or noise', data: { label: 'music or noise', text: message('sound.other') } },
  };
  const results = { job_id: 'a', video_name: 'film.mp4', duration: 4, segments: [finding] } as unknown as Results;
  const { content } = await createExportFile('html', {
    results,
    part: {},
    rate: null as never,
    facts: undefined,
    report: {
      language: 'de',
      nameOf: (module) => moduleTexts(module, 'de').title,
      segment: german.segment,
      words: { report: 'Bericht', length: 'Länge', show: 'Anzeigen' },
      stillUrl: () => '',
    },
    signal: new AbortController().signal,
  });
  const html = await content.text();
  expect(html).toContain('lang="de"');
  expect(html).toContain('Musik oder Geräusche');
  expect(html).not.toContain('Music or noise');
});
