import { runMediaPass } from '../../src/media/media-pass.ts';
import { concat, type Sound } from '../../test/fixtures/sounds.ts';

/** Samples of a file's sound at 16 kHz, as modules get them. */
export async function readSound(path: string): Promise<Sound> {
  const chunks: Sound[] = [];
  await runMediaPass(path, [
    {
      needs: { audio: true },
      onAudio(chunk) {
        chunks.push(chunk.samples.slice());
      },
    },
  ]);
  return concat(...chunks);
}
