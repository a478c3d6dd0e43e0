import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import { secondsIn } from '../../client/video-times.ts';
import { dataResult, timesOf } from '../output.ts';
import { defineTool, JobIdInput, TimeInput } from '../tool.ts';
import { JobIdShape, rangeShape } from './shapes.ts';

/** Maximum length of a clip in seconds. */
const MAX_SECONDS = 600;
/** Maximum size of a clip that is returned in the result, in bytes; base64 is a third longer. */
const MAX_RETURNED_BYTES = 6 * 1024 * 1024;

export const makeClip = defineTool({
  name: 'make_clip',
  title: 'Make a clip',
  description:
    'Cuts a range of a video as an MP4 of at most 10 minutes. It is saved to the folder that the user allowed for clips, or returned if there is none and it is small. The export becomes part of the history of the video.',
  isReadOnly: false,
  input: z.object({ job_id: JobIdInput, start_time: TimeInput, end_time: TimeInput }),
  output: z.object({
    job_id: JobIdShape,
    ...rangeShape,
    size_bytes: z.number(),
    saved_as: z.string().optional().describe('Path of the file.'),
    name: z.string().optional().describe('Name of the clip in this result.'),
  }),
  async run({ job_id, start_time: from, end_time: to }, { api, permissions, signal }) {
    const [start_time = 0, end_time = 0] = await secondsIn(api, job_id, [from, to], signal);
    const range = { start_time, end_time };
    if (range.end_time <= range.start_time || range.end_time - range.start_time > MAX_SECONDS)
      throw new ReelscopeError('invalid_request', sentence('agents.clip-range', { minutes: MAX_SECONDS / 60 }));
    const { name, body } = await api.download('/clips', signal, { clips: [{ job_id, ...range }] });
    const { clipFolder } = permissions;
    const bytes = await readAll(body, clipFolder === undefined ? MAX_RETURNED_BYTES : Number.POSITIVE_INFINITY);
    const facts = { job_id, ...timesOf(range), size_bytes: bytes.length };
    if (clipFolder !== undefined) return dataResult({ ...facts, saved_as: await save(clipFolder, name, bytes) });
    const resource = {
      // A name may be meant to mislead a model, and stands between the marks.
      uri: `reelscope://clips/${job_id}/${start_time}-${end_time}.mp4`,
      mimeType: 'video/mp4',
      blob: bytes.toString('base64'),
    };
    return dataResult({ ...facts, name }, { type: 'resource', resource });
  },
});

/** @throws ReelscopeError `too_large` */
async function readAll(body: ReadableStream<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // Leaving the loop cancels the export.
    if (length > limit) throw new ReelscopeError('too_large', sentence('agents.clip-too-large'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Saves a clip under its name, or with a number behind it. An existing file is kept. */
async function save(folder: string, name: string, bytes: Buffer): Promise<string> {
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : name.replace(/(\.\w+)$/, ` ${number}$1`));
    try {
      await writeFile(path, bytes, { flag: 'wx' });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
