import { dictionary } from '../../base/dictionary.ts';

/** Names of engines by their ids without versions. */
const NAMES: Readonly<Record<string, string>> = dictionary({
  shots: 'Shot detection',
  'shots-preview': 'Shot detection (key frames)',
  'pp-ocrv4': 'PP-OCRv4',
  tesseract: 'Tesseract',
  'brand-words': 'Brand names',
  'opencv-logos': 'OpenCV',
  'blazeface-dlib': 'BlazeFace + dlib',
  'silero-vad': 'Silero VAD',
  yamnet: 'YAMNet',
  resemblyzer: 'Resemblyzer',
  yake: 'YAKE',
  'whisper-base-int8': 'Whisper base',
  'centernet-mobilenetv3': 'CenterNet',
  'use-multilingual': 'Universal Sentence Encoder',
  'extractive-summary': 'Extractive summary',
  'lexical-chapters': 'Lexical chapters',
  'topic-chapters': 'Topic chapters',
});

/**
 * Returns the name of an engine as people know it, without its version: `pp-ocrv4+tesseract@4` is PP-OCRv4 + Tesseract.
 * Ids of models, which users choose by name, stay as they are. Pure.
 */
export function engineName(id: string): string {
  return id
    .split('+')
    .map((part) => {
      const name = part.replace(/@[^@]*$/, '');
      return NAMES[name] ?? name;
    })
    .join(' + ');
}
