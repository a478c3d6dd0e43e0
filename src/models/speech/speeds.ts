import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../files/replace.ts';
import type { SpeechEngine } from './recognizer.ts';

const Speeds = z.record(z.string(), z.number());

/** File in the models folder with the measured speed of each engine, in seconds of sound per second. */
const FILE = 'speech-speed.json';
const RATE = 16_000;
/** Whisper computes a window of 30 s for any sound, so that 2 s take as long as a full one. */
const TEST_SECONDS = 2;
const WINDOW_SECONDS = 30;

export async function readSpeeds(folder: string): Promise<Record<string, number>> {
  try {
    return Speeds.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
  } catch (error) {
    // A file that an interrupted process left incomplete is measured again.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}

export async function recordSpeed(folder: string, engine: string, speed: number): Promise<void> {
  const file = join(folder, FILE);
  const speeds = { ...(await readSpeeds(folder)), [engine]: Math.round(speed * 10) / 10 };
  // Without installed models there is no folder yet.
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(speeds, null, 2));
  await replaceFile(`${file}.new`, file);
}

/** Minimum seconds of speech from which the speed of an analysis is representative. */
const MIN_JOB_SECONDS = 20;

export const jobKey = (engine: string): string => `job:${engine}`;

/**
 * Records the speed of an analysis.
 * @param sound seconds of recognized sound
 * @param spent seconds of recognition
 * @returns false if that is too little to tell
 */
export async function recordJobSpeed(folder: string, engine: string, sound: number, spent: number): Promise<boolean> {
  if (folder === '' || sound < MIN_JOB_SECONDS) return false;
  await recordSpeed(folder, jobKey(engine), sound / Math.max(spent, 0.001));
  return true;
}

/** Self-test: recognizes two seconds of sound, twice, since the first call also prepares the weights. */
export async function measureSpeed(engine: SpeechEngine): Promise<number> {
  const sound = Float32Array.from({ length: TEST_SECONDS * RATE }, (_, i) => 0.1 * Math.sin(i / 6));
  let seconds = 0;
  for (let run = 0; run < 2; run++) {
    const start = performance.now();
    await engine.recognize(sound, { language: 'en', prompt: null });
    seconds = (performance.now() - start) / 1000;
  }
  return WINDOW_SECONDS / Math.max(seconds, 0.001);
}
