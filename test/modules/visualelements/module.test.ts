import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Still } from '../../../src/media/frames.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { visualelements } from '../../../src/modules/visualelements/module.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { moduleContext } from '../../fixtures/module-context.ts';
import { drawings, drawnStill } from '../../fixtures/objects.ts';
import { tempFolder } from '../../fixtures/temp.ts';

test('finds drawn objects, with the times of their shots, and reads each frame once', async () => {
  const [clock, field, sign] = await Promise.all(
    [drawings.clock, drawings.field, drawings.stopSign].map((d) => drawnStill(d)),
  );
  const shots: [Still, number][] = [
    [clock!, 2.2],
    [field!, 1.6],
    [sign!, 1.8],
  ];
  const pictures = shots.flatMap(([still, seconds]) => Array<Still>(Math.round(seconds * 10)).fill(still));
  const path = join(await tempFolder(), 'shots.mp4');
  await writeMedia(path, {
    video: {
      width: 640,
      height: 400,
      frameRate: 10,
      pictures: pictures.map(({ width, height, rgb }) => ({ width, height, rgb })),
    },
  });

  const logged: unknown[] = [];
  const context = moduleContext(['visualelements']);
  const log = { ...context.log, debug: (_message: string, fields: unknown) => logged.push(fields) };
  const run = await visualelements(null).start({ ...context, log });
  await runMediaPass(path, [run]);
  const segments = await run.finish();
  await run.dispose();

  expect(segments.map(({ content, start_time, end_time }) => [content, start_time, end_time])).toEqual([
    ['clock', 0, 2.2],
    ['stop sign', 3.8, 5.6],
  ]);
  expect(segments.map(({ data }) => data!.still_time)).toEqual(
    context.kept.map((time) => Math.round(time * 1000) / 1000),
  );
  expect(logged).toEqual([expect.objectContaining({ stills: 3 })]);
});

test('stops when canceled', async () => {
  const controller = new AbortController();
  const run = await visualelements(null).start({ ...moduleContext(['visualelements']), signal: controller.signal });
  controller.abort();
  await expect(run.onStill!(await drawnStill(drawings.clock))).rejects.toMatchObject({ code: 'cancelled' });
  await run.dispose();
});
