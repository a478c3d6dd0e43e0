import { isModuleName, type ModuleName } from '../../../../../contract/analysis/modules.ts';
import type { AuditEntry } from '../../../../../contract/sharing/audit.ts';
import { type Formats, position } from '../../../../ui/lib/formats.ts';
import type { useEvidenceText } from '../evidence-text.ts';

/** An entry of a history, as people read it. */
export interface HistoryLine {
  text: string;
  /** Values before and after; empty if the entry has none. */
  from: readonly string[];
  to: readonly string[];
  /** Further facts, one per line. */
  notes: readonly string[];
}

export interface HistoryTools {
  t: ReturnType<typeof useEvidenceText>;
  formats: Pick<Formats, 'bytes' | 'date' | 'speaker'>;
  nameOf(module: ModuleName): string;
}

/** Edits of findings whose sentence names the type and the time. */
const FINDING_EDITS = {
  edited: 'history.edited',
  removed: 'history.removed',
  restored: 'history.unremoved',
  split: 'history.split',
  merged: 'history.merged',
  added: 'history.added',
} as const;
const SPEAKER_EDITS = ['speaker_named', 'speakers_merged', 'speakers_separated'] as const;
/** Values of an edit that changed more than the text. */
const FIELDS = ['content', 'label', 'speaker', 'start_time', 'end_time'] as const;

/** Describes an entry. Details that a later version writes are left out. Pure. */
export function historyLine(entry: AuditEntry, tools: HistoryTools): HistoryLine {
  const { t, formats } = tools;
  const { action, details } = entry;
  const text = (name: string) => textOf(details[name]);
  const link = text('link') ?? '';
  const said = (sentence: string, notes: readonly (string | undefined)[] = []): HistoryLine => ({
    text: sentence,
    from: [],
    to: [],
    notes: notes.filter((note): note is string => note !== undefined && note !== ''),
  });
  switch (action) {
    case 'imported':
      return said(t('history.imported', { name: text('name') ?? '' }), [sizeIn(details, formats)]);
    case 'fingerprinted':
      return said(t('history.fingerprinted'), [text('sha256')]);
    case 'renamed':
      return { ...said(t('history.renamed')), from: valuesOf(details['from'], t), to: valuesOf(details['to'], t) };
    case 'relinked':
      return said(t('history.relinked'), [text('file_name')]);
    case 'replaced': {
      const [from, to] = [details['from'], details['to']].map((facts) => sizeIn(recordOf(facts), formats));
      return { ...said(t('history.replaced')), from: from ? [from] : [], to: to ? [to] : [] };
    }
    case 'trashed':
      return said(t('history.trashed'));
    case 'recovered':
      return said(t('history.recovered'));
    case 'adopted':
      return said(t('history.adopted'));
    case 'deleted':
      return said(t('history.deleted'), [text('name')]);
    case 'analyzed':
      return said(analyzed(details, t), engines(details, tools));
    case 'merged': {
      const at = text('finished_at');
      const merged = at
        ? t('history.importedResults', { date: formats.date(at) })
        : t('history.importedResultsUndated');
      return said(merged, engines(details, tools));
    }
    case 'corrected':
      return corrected(entry, tools);
    case 'restored': {
      const at = text('finished_at');
      return said(at ? t('history.restored', { date: formats.date(at) }) : t('history.restoredUndated'));
    }
    case 'exported': {
      const format = text('format') ?? '';
      const count = details['videos'];
      const sentence =
        typeof count === 'number'
          ? t('history.exportedWith', { format: formatName(format, t), count: count - 1 })
          : t('history.exported', { format: formatName(format, t) });
      const sha256 = text('sha256');
      return said(sentence, [...rangesIn(details), sha256 && `SHA-256 ${sha256}`]);
    }
    case 'shared': {
      const end = text('expires_at');
      return said(t('history.shared', { link }), [
        end ? t('history.expires', { date: formats.date(end) }) : t('history.neverExpires'),
        details['recording_details'] === true ? t('history.withRecording') : undefined,
      ]);
    }
    case 'opened':
      return said(t('history.opened', { link }));
    case 'revoked':
      return said(t('history.revoked', { link }));
  }
  // An entry of a later version.
  return said(t('history.other', { action }));
}

function analyzed(details: AuditEntry['details'], t: HistoryTools['t']): string {
  if (details['outcome'] === 'failed') return t('history.failed');
  if (details['outcome'] === 'stopped') return t('history.stopped');
  return details['source'] === 'stills' ? t('history.rescanned') : t('history.analyzed');
}

/** The types that ran, each with its engine. */
function engines(details: AuditEntry['details'], { t, nameOf }: HistoryTools): string[] {
  const { modules } = details;
  if (!Array.isArray(modules)) return [];
  return modules.map(recordOf).flatMap(({ module, engine, status }) => {
    if (typeof module !== 'string' || (status !== undefined && status !== 'completed')) return [];
    const name = isModuleName(module) ? nameOf(module) : module;
    return [typeof engine === 'string' ? t('history.engine', { module: name, engine }) : name];
  });
}

function corrected({ details }: AuditEntry, { t, nameOf, formats }: HistoryTools): HistoryLine {
  const { change, module, start_time: start, speaker } = details;
  const speakerEdit = SPEAKER_EDITS.find((each) => each === change);
  if (speakerEdit)
    return {
      text: t(`history.${speakerEdit}`, { speaker: formats.speaker(textOf(speaker) ?? '') }),
      from: valuesOf(details['from'], t).map(formats.speaker),
      to: valuesOf(details['to'], t).map(formats.speaker),
      notes: [],
    };
  const edit = Object.hasOwn(FINDING_EDITS, String(change))
    ? FINDING_EDITS[change as keyof typeof FINDING_EDITS]
    : undefined;
  const values = { from: valuesOf(details['from'], t), to: valuesOf(details['to'], t), notes: [] };
  if (!edit || typeof start !== 'number') return { text: t('history.corrected'), ...values };
  const name = isModuleName(String(module)) ? nameOf(module as ModuleName) : String(module);
  return { text: t(edit, { module: name, time: position(start) }), ...values };
}

/** Values before or after a change: a text, several texts, or named values. */
function valuesOf(value: unknown, t: HistoryTools['t']): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textOf(each) ?? []);
  if (typeof value === 'object' && value !== null) {
    const named = value as Record<string, unknown>;
    return FIELDS.flatMap((field) => {
      const given = named[field];
      const text = field.endsWith('_time') && typeof given === 'number' ? position(given, true) : textOf(given);
      if (!(field in named)) return [];
      return [t(`history.${field}`, { value: text ?? t('history.nothing') })];
    });
  }
  const text = textOf(value);
  return text === undefined ? [] : [text];
}

/** Time ranges of exported clips. */
function rangesIn({ ranges }: AuditEntry['details']): string[] {
  if (!Array.isArray(ranges)) return [];
  return ranges.flatMap((range) => {
    const [start, end] = Array.isArray(range) ? range : [];
    return typeof start === 'number' && typeof end === 'number'
      ? [`${position(start, true)}–${position(end, true)}`]
      : [];
  });
}

function formatName(format: string, t: HistoryTools['t']): string {
  if (format === 'clip') return t('history.clip');
  if (format === 'zip') return t('history.zip');
  if (format === 'bundle') return t('history.bundle');
  return format === 'contact_sheet' ? t('history.contactSheet') : format.toUpperCase();
}

function sizeIn({ size }: Record<string, unknown>, formats: HistoryTools['formats']): string | undefined {
  return typeof size === 'number' ? formats.bytes(size) : undefined;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
