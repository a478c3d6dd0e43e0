import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { type CatalogEntry, MiB } from './entry.ts';

/**
 * Sizes and SHA-1 from whisper.cpp (https://github.com/ggml-org/whisper.cpp/blob/master/models/README.md) and, for
 * quantized files missing there, from the repository that serves them (https://huggingface.co/ggerganov/whisper.cpp,
 * README.md). Memory from the "Memory usage" table in whisper.cpp's README.
 */
const LIST = 'https://huggingface.co/ggerganov/whisper.cpp';
const REVISION = '5359861c739e955e79d9a303bcbc70fb988958b1';

type Row = [name: string, mebibytes: number, sha1: string, memoryMegabytes: number | null, note: LocalizedText];

const ROWS: readonly Row[] = [
  ['tiny', 75, 'bd577a113a864445d4c299885e0cb97d4ba92b5f', 273, sentence('model-note.fast')],
  ['tiny-q5_1', 31, '2827a03e495b1ed3048ef28a6a4620537db4ee51', null, sentence('model-note.smallest')],
  ['tiny.en', 75, 'c78c86eb1a8faa21b369bcd33207cc90d64ae9df', 273, sentence('model-note.fast-english')],
  ['tiny.en-q5_1', 31, '3fb92ec865cbbc769f08137f22470d6b66e071b6', null, sentence('model-note.smallest-english')],
  ['base', 142, '465707469ff3a37a2b9b8d8f89f2f99de7299dac', 388, sentence('model-note.good')],
  ['base-q5_1', 57, 'a3733eda680ef76256db5fc5dd9de8629e62c5e7', null, sentence('model-note.good-small')],
  ['base-q8_0', 78, '7bb89bb49ed6955013b166f1b6a6c04584a20fbe', null, sentence('model-note.half', { model: 'base' })],
  ['base.en', 142, '137c40403d78fd54d454da0f9bd998f78703390c', 388, sentence('model-note.good-english')],
  ['base.en-q5_1', 57, 'd26d7ce5a1b6e57bea5d0431b9c20ae49423c94a', null, sentence('model-note.good-small-english')],
  [
    'base.en-q8_0',
    78,
    'bb1574182e9b924452bf0cd1510ac034d323e948',
    null,
    sentence('model-note.half', { model: 'base.en' }),
  ],
  ['small', 466, '55356645c2b361a969dfd0ef2c5a50d530afd8d5', 852, sentence('model-note.reliable')],
  ['small-q5_1', 181, '6fe57ddcfdd1c6b07cdcc73aaf620810ce5fc771', null, sentence('model-note.reliable-small')],
  [
    'small-q8_0',
    252,
    'bcad8a2083f4e53d648d586b7dbc0cd673d8afad',
    null,
    sentence('model-note.half', { model: 'small' }),
  ],
  ['small.en', 466, 'db8a495a91d927739e50b3fc1cc4c6b8f6c2d022', 852, sentence('model-note.reliable-english')],
  [
    'small.en-q5_1',
    181,
    '20f54878d608f94e4a8ee3ae56016571d47cba34',
    null,
    sentence('model-note.reliable-small-english'),
  ],
  ['medium', 1536, 'fd9727b6e1217c2f614f9b698455c4ffd82463b4', 2100, sentence('model-note.accurate-gpu')],
  ['medium-q5_0', 514, '7718d4c1ec62ca96998f058114db98236937490e', null, sentence('model-note.accurate')],
  ['medium-q8_0', 785, 'e66645948aff4bebbec71b3485c576f3d63af5d6', null, sentence('model-note.accurate')],
  ['medium.en', 1536, '8c30f0e44ce9560643ebd10bbe50cd20eafd3723', 2100, sentence('model-note.accurate-english')],
  [
    'medium.en-q5_0',
    514,
    'bb3b5281bddd61605d6fc76bc5b92d8f20284c3b',
    null,
    sentence('model-note.accurate-small-english'),
  ],
  ['large-v3-turbo', 1536, '4af2b29d7ec73d781377bfd1758ca957a807e941', null, sentence('model-note.most-accurate')],
  [
    'large-v3-turbo-q5_0',
    547,
    'e050f7970618a659205450ad97eb95a18d69c9ee',
    null,
    sentence('model-note.most-accurate-size'),
  ],
  [
    'large-v3-turbo-q8_0',
    834,
    '01bf15bedffe9f39d65c1b6ff9b687ea91f59e0e',
    null,
    sentence('model-note.half', { model: 'large-v3-turbo' }),
  ],
];

export const WHISPER_MODELS: readonly CatalogEntry[] = ROWS.map(([name, mebibytes, hex, memory, note]) => ({
  id: `whisper-${name}`,
  name: `Whisper ${name}`,
  task: 'speech-recognition',
  engine: 'whisper.cpp',
  languages: name.includes('.en') ? ['en'] : 'multilingual',
  license: 'MIT',
  repository: 'ggerganov/whisper.cpp',
  revision: REVISION,
  files: [{ path: `ggml-${name}.bin`, bytes: mebibytes * MiB, hash: { algorithm: 'sha1', hex } }],
  memoryBytes: memory === null ? null : memory * 1_000_000,
  publishedAt: LIST,
  note,
}));
