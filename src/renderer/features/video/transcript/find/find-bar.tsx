import { CaseSensitive, ChevronDown, ChevronUp, Languages, Redo2, Replace, Undo2, WholeWord } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button, IconButton } from '../../../../ui/controls/button.tsx';
import { SearchBox } from '../../../../ui/controls/input.tsx';
import { cx } from '../../../../ui/lib/classes.ts';
import { showShortcut } from '../../../../ui/lib/show-shortcut.ts';
import { useFormats } from '../../../../ui/lib/use-formats.ts';
import { useTranscriptText } from '../text.ts';
import styles from '../transcript.module.css';
import type { TranscriptEdits } from '../use-transcript-edits.ts';
import type { Find } from './use-find.ts';

/** Id of the search field, for its shortcut. */
export const FIND_ID = 'transcript-find';

export interface FindBarProps {
  find: Find;
  edits: TranscriptEdits;
  lowCount: number;
  /** Whether translations are shown; undefined without any. */
  isTranslated: boolean | undefined;
  setTranslated(isTranslated: boolean): void;
  onNextLow(): void;
}

/** Search in the transcript, replacement, and history. */
export function FindBar(props: FindBarProps) {
  const { find, edits, lowCount } = props;
  const { options, setOptions, step, replacement, setReplacement } = find;
  const t = useTranscriptText();
  const isFinding = options.text.trim() !== '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  return (
    <div className={styles.bar}>
      <div className={styles.barRow}>
        <SearchBox
          id={FIND_ID}
          className={styles.find ?? ''}
          label={t('find')}
          clearLabel={t('find.clear')}
          value={options.text}
          onChange={(text) => setOptions({ ...options, text })}
          onKeyDown={onKeyDown}
        />
        {props.isTranslated !== undefined && (
          <IconButton
            icon={Languages}
            label={t('translation.show')}
            pressed={props.isTranslated}
            onClick={() => props.setTranslated(!props.isTranslated)}
          />
        )}
        <IconButton
          icon={Replace}
          label={t('replace.show')}
          pressed={replacement !== null}
          onClick={() => setReplacement(replacement === null ? '' : null)}
        />
        <IconButton
          icon={Undo2}
          label={t('undo')}
          shortcut={showShortcut('mod+z')}
          disabled={!edits.canUndo}
          onClick={edits.undo}
        />
        <IconButton
          icon={Redo2}
          label={t('redo')}
          shortcut={showShortcut('mod+shift+z')}
          disabled={!edits.canRedo}
          onClick={edits.redo}
        />
      </div>
      {replacement !== null && <ReplaceRow find={find} replacement={replacement} />}
      {isFinding ? (
        <MatchRow find={find} />
      ) : (
        lowCount > 0 && (
          <div className={cx(styles.barRow, styles.legendRow)}>
            <button type="button" className={styles.legend} title={t('low.help')} onClick={props.onNextLow}>
              <span className={styles.low}>{t('low.count', { count: lowCount })}</span>
            </button>
          </div>
        )
      )}
    </div>
  );
}

function ReplaceRow({ find, replacement }: { find: Find; replacement: string }) {
  const { count, setReplacement } = find;
  const t = useTranscriptText();
  return (
    <div className={styles.barRow}>
      <input
        className={styles.replacement}
        aria-label={t('replace.with')}
        placeholder={t('replace.with')}
        value={replacement}
        onChange={(event) => setReplacement(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && find.replaceOne()}
      />
      <Button size="small" disabled={count === 0} onClick={find.replaceOne}>
        {t('replace.one')}
      </Button>
      <Button size="small" disabled={count === 0} onClick={() => void find.replaceAll()}>
        {t('replace.all')}
      </Button>
    </div>
  );
}

/** Number of matches, options of the search, and the way from one match to the next. */
function MatchRow({ find: { options, setOptions, count, current, step } }: { find: Find }) {
  const t = useTranscriptText();
  const formats = useFormats();
  return (
    <div className={styles.barRow}>
      <span className={styles.count} role="status">
        {count === 0
          ? t('find.none')
          : t('find.count', { current: formats.number(current + 1), all: formats.number(count) })}
      </span>
      <IconButton
        size="small"
        icon={CaseSensitive}
        label={t('find.case')}
        pressed={options.matchCase}
        onClick={() => setOptions({ ...options, matchCase: !options.matchCase })}
      />
      <IconButton
        size="small"
        icon={WholeWord}
        label={t('find.words')}
        pressed={options.wholeWords}
        onClick={() => setOptions({ ...options, wholeWords: !options.wholeWords })}
      />
      <IconButton
        size="small"
        icon={ChevronUp}
        label={t('find.previous')}
        disabled={count === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        size="small"
        icon={ChevronDown}
        label={t('find.next')}
        disabled={count === 0}
        onClick={() => step(1)}
      />
    </div>
  );
}
