import { dictionary } from '../../base/dictionary.ts';
import type { Values } from '../../base/translate.ts';
import { visibleControls } from '../../base/visible-controls.ts';
import { isModuleName } from '../../contract/analysis/modules.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import en from '../../contract/locales/en/messages.json' with { type: 'json' };
import { isMessage, type MessageParam, type MessageRef } from '../../contract/message.ts';
import { moduleTexts } from '../modules/module-display.ts';

const KEYS: ReadonlySet<string> = new Set(Object.keys(en).map((key) => key.replace(/_(one|other)$/, '')));

/** Separators of lists; other lists are enumerations. */
const SEPARATORS: Readonly<Record<string, string>> = dictionary({
  lines: '\n',
  sentences: ' ',
  'summary.audio': '; ',
  'coverage.limits': '; ',
});

/** Titles made of lists, which begin with a capital letter. */
const CAPITALIZED: ReadonlySet<string> = new Set(['chapter.things']);

/** Returns the text of a message in one language; undefined for an unknown key. */
export type MessageRenderer = (message: MessageRef) => string | undefined;

/**
 * Total: stored findings may hold anything in place of a message, which is unknown then.
 * @param translate returns a text of `messages.json` in the language
 */
export function createMessageRenderer(
  translate: (key: string, values?: Values) => string,
  language: 'en' | 'de',
): MessageRenderer {
  // Made when needed: the first one of a page takes longer than a frame.
  let numbers: Intl.NumberFormat | undefined;

  const render: MessageRenderer = (message) => {
    if (!isMessage(message)) return undefined;
    const { key, params = {} } = message;
    const module = key.startsWith('module.') ? key.slice('module.'.length) : '';
    if (isModuleName(module)) return moduleTexts(module, language).title;
    const joined = key === 'lines' || key === 'sentences' ? params[key] : undefined;
    if (joined !== undefined) return format(joined, SEPARATORS[key]);
    if (!KEYS.has(key)) return undefined;
    const values: Record<string, string | number> = {};
    for (const [name, param] of Object.entries(params)) {
      // `count` selects the plural form and stays a number.
      values[name] = name === 'count' && typeof param === 'number' ? param : format(param, SEPARATORS[key]);
    }
    const text = translate(key, values);
    return CAPITALIZED.has(key) ? text.charAt(0).toLocaleUpperCase(language) + text.slice(1) : text;
  };
  const format = (param: MessageParam, separator = ', '): string => {
    if (typeof param === 'string') return param;
    if (typeof param === 'number') {
      numbers ??= new Intl.NumberFormat(language);
      return numbers.format(param);
    }
    if (isList(param)) return param.map((each) => format(each)).join(separator);
    return render(param) ?? '';
  };
  return render;
}

function isList(param: MessageRef | readonly MessageParam[]): param is readonly MessageParam[] {
  return Array.isArray(param);
}

/** Keys of the labels of sounds; those of named sounds are `sound.<label>`. */
const SOUNDS: Readonly<Record<string, string>> = dictionary({
  speech: 'sound.speech',
  'music or noise': 'sound.other',
  silence: 'sound.silence',
});

/** Returns a finding with its content, label, and speaker as shown; the same object where nothing changes. */
export type SegmentRenderer = <Found extends Pick<Segment, 'module' | 'content' | 'data'>>(segment: Found) => Found;

/** Shows findings in the renderer's language. */
export function createSegmentRenderer(render: MessageRenderer): SegmentRenderer {
  const labelOf = (module: Segment['module'], label: string): string => {
    const key =
      module === 'visualelements'
        ? `label.${label}`
        : module === 'audioevents'
          ? (SOUNDS[label] ?? `sound.${label}`)
          : undefined;
    return (key && render({ key })) ?? visibleControls(label);
  };
  return (segment) => {
    const { data, module, content } = segment;
    const shown = contentIn(segment, render);
    if (!data) return shown === content ? segment : { ...segment, content: shown };
    const label = data.label === undefined ? undefined : labelOf(module, data.label);
    const speaker = data.speaker === undefined ? undefined : visibleControls(data.speaker);
    if (shown === content && label === data.label && speaker === data.speaker) return segment;
    const named = { ...(label !== undefined && { label }), ...(speaker !== undefined && { speaker }) };
    return { ...segment, content: shown, data: { ...data, ...named } };
  };
}

/** Content of a finding in the renderer's language; words from the media and of users stay as they are. */
export function contentIn({ content, data }: Pick<Segment, 'content' | 'data'>, render: MessageRenderer): string {
  const isRewritten = data?.corrected === true && data.original !== content;
  return visibleControls((!isRewritten && data?.text && render(data.text)) || content);
}
