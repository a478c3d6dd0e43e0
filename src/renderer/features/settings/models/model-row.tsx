import { Download, Pause, Trash2 } from 'lucide-react';
import type { ModelInfo, SpeechTier } from '../../../../contract/system/models.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { useMessages } from '../../../ui/lib/messages.ts';
import { useModelName } from '../../../ui/lib/texts/use-model-name.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';

/** A longer list of languages is folded. */
const MAX_LANGUAGES = 4;

interface ModelRowProps {
  model: ModelInfo;
  /** Set where the model is recommended. */
  tier?: SpeechTier;
  isUsed: boolean;
  isOffline: boolean;
  /** Error of the last action on it. */
  problem: string | undefined;
  /** Undefined where it is in use or can't be. */
  onUse?: (() => void) | undefined;
  onInstall(): void;
  onPause(): void;
  onRemove(): void;
}

/** Row of a model with its size and actions. */
export function ModelRow(props: ModelRowProps) {
  const { model, tier, isUsed, problem } = props;
  const t = useSettingsText();
  const messages = useMessages();
  const formats = useFormats();
  const name = useModelName()(model);
  const { status, languages, size_bytes, memory_bytes, total_bytes, received_bytes } = model;
  const isImported = model.checksum === 'none';
  const names = languages === 'multilingual' ? [] : languages.map(formats.language);
  const isLong = names.length > MAX_LANGUAGES;
  const facts = [
    tier && name,
    // The languages of a damaged import are unknown.
    !(isImported && status === 'failed') &&
      (languages === 'multilingual' ? t('models.multilingual') : !isLong && names.join(', ')),
    size_bytes !== null &&
      (status === 'installed' || isImported
        ? formats.bytes(size_bytes)
        : t('models.size', { size: formats.bytes(size_bytes) })),
    !tier && memory_bytes !== null && t('models.memory', { size: formats.bytes(memory_bytes) }),
    !tier && model.licence,
  ].filter(Boolean);
  const all = total_bytes ?? size_bytes;
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <p className={styles.name}>
          {tier ? t(`models.level.${tier}`) : name}
          {status === 'installed' && (
            <Badge tone="good">
              {t(isUsed ? 'models.used' : model.bundled ? 'models.bundled' : 'models.installed')}
            </Badge>
          )}
          {status === 'failed' && <Badge tone="bad">{t('models.failed')}</Badge>}
          {status === 'paused' && <Badge>{t('models.paused')}</Badge>}
        </p>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        {isLong && (
          <details className={styles.facts}>
            <summary>{t('models.languages', { count: names.length })}</summary>
            {names.sort((a, b) => a.localeCompare(b)).join(', ')}
          </details>
        )}
        {tier ? (
          <p className={styles.facts}>{t(`models.recommended.${tier}.text`)}</p>
        ) : (
          model.note !== '' && <p className={styles.facts}>{messages.text(model.note_text, model.note)}</p>
        )}
        {(problem !== undefined || model.error !== null) && (
          <p role="alert" className={styles.problem}>
            {problem ?? messages.failure(model)}
          </p>
        )}
        {(status === 'installing' || status === 'paused') && (
          <>
            <Progress value={all ? (100 * received_bytes) / all : null} label={name} />
            <p className={styles.facts}>
              {t('models.installing', {
                done: formats.bytes(received_bytes),
                all: all === null ? '?' : formats.bytes(all),
              })}
            </p>
          </>
        )}
      </div>
      <ModelActions {...props} name={name} />
    </li>
  );
}

function ModelActions(props: ModelRowProps & { name: string }) {
  const { model, name, isOffline, onUse, onInstall, onPause, onRemove } = props;
  const t = useSettingsText();
  const { status } = model;
  return (
    <div className={styles.actions}>
      {status === 'installing' && (
        <Button size="small" icon={Pause} aria-label={`${t('models.pause')}: ${name}`} onClick={onPause}>
          {t('models.pause')}
        </Button>
      )}
      {(status === 'available' || status === 'paused' || (status === 'failed' && model.checksum !== 'none')) && (
        <Button
          size="small"
          icon={Download}
          aria-label={`${t('models.install')}: ${name}`}
          disabled={isOffline}
          onClick={onInstall}
        >
          {status === 'available' ? t('models.install') : t('models.resume')}
        </Button>
      )}
      {onUse && (
        <Button size="small" aria-label={`${t('models.use')}: ${name}`} onClick={onUse}>
          {t('models.use')}
        </Button>
      )}
      {!model.bundled && (status === 'installed' || status === 'paused' || status === 'failed') && (
        <IconButton icon={Trash2} label={`${t('models.remove')}: ${name}`} onClick={onRemove} />
      )}
    </div>
  );
}
