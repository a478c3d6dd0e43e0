import { expect, test } from 'vitest';
import { engineName } from '../../../src/core/texts/engine-name.ts';

test.each([
  ['shots@1', 'Shot detection'],
  ['pp-ocrv4+tesseract@4', 'PP-OCRv4 + Tesseract'],
  ['brand-words+pp-ocrv4+opencv-logos@3', 'Brand names + PP-OCRv4 + OpenCV'],
  ['blazeface-dlib@1', 'BlazeFace + dlib'],
  ['use-multilingual@1', 'Universal Sentence Encoder'],
  ['silero-vad@5', 'Silero VAD'],
  ['shots@1+llava:7b@abc', 'Shot detection + llava:7b'],
  ['whisper-base-int8@1', 'Whisper base'],
  ['whisper-small-int8', 'whisper-small-int8'],
])('names %s %s', (id, name) => {
  expect(engineName(id)).toBe(name);
});
