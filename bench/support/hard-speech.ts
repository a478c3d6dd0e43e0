import { pinkNoise, type Sound } from '../../test/fixtures/sounds.ts';
import { say } from './say.ts';

export const RATE = 16_000;

/** Sentences and synthetic voices that say them. */
export const SPOKEN = (
  [
    ['flite', 'slt', 'The committee met on Tuesday to discuss the new budget for the schools.'],
    ['flite', 'rms', 'A heavy storm damaged several roofs near the harbor last night.'],
    ['flite', 'awb', 'The old library opens at nine in the morning and closes at six.'],
    ['flite', 'slt', 'She bought three pounds of apples and a bottle of milk.'],
    ['flite', 'rms', 'The next train to the city leaves from platform four.'],
    ['flite', 'awb', 'They drove north for two days without seeing another car.'],
  ] as const
).map(([program, voice, text]) => ({ program, voice, text }));

/** The sentence of {@link spokenAt}. */
export const saidAt = (index: number): string => SPOKEN[index % SPOKEN.length]!.text;

/** A spoken sentence at a level; null if the program of the voice isn't installed. @param db of full scale */
export async function spokenAt(index: number, db: number): Promise<Sound | null> {
  const { program, voice, text } = SPOKEN[index % SPOKEN.length]!;
  const sound = await say(program, voice, text);
  return sound && leveled(sound, db);
}

/** Pink noise at a level. @param db of full scale */
export const noiseAt = (seconds: number, seed: number, db: number): Sound =>
  leveled(pinkNoise(seconds, RATE, seed, 0.3), db);

/** The sound at another mean level in dB of full scale, without its pauses. */
function leveled(sound: Sound, db: number): Sound {
  const loud = sound.filter((sample) => Math.abs(sample) > 0.01);
  const power = loud.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, loud.length);
  const gain = 10 ** (db / 20) / Math.sqrt(power || 1);
  return sound.map((sample) => sample * gain);
}

/** Share of the words of a text that were recognized. */
export function wordsHeard(said: string, heard: string): number {
  const words = (text: string): string[] => text.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
  const left = words(heard);
  const found = words(said).filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return found.length / words(said).length;
}
