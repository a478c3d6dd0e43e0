import { ArrowDownToLine, ListEnd } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';

/** Below the transcript: help while a line is edited, otherwise the way back to following playback. */
export function TranscriptFooter(props: {
  isEditing: boolean;
  isFollowing: boolean;
  /** Splits the line that is being edited at the caret. */
  onSplit(): void;
  onFollow(): void;
}) {
  const t = useTranscriptText();
  if (props.isEditing) {
    return (
      <div className={styles.help}>
        <p id="transcript-edit-help">{t('edit.help')}</p>
        {/* Keeps the caret, at which the line is split. */}
        <Button size="small" icon={ListEnd} onPointerDown={(event) => event.preventDefault()} onClick={props.onSplit}>
          {t('edit.split')}
        </Button>
      </div>
    );
  }
  if (props.isFollowing) return null;
  return (
    <div className={styles.resume}>
      <Button size="small" icon={ArrowDownToLine} onClick={props.onFollow}>
        {t('follow')}
      </Button>
    </div>
  );
}
