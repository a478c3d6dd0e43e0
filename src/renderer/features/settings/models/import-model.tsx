import { FileInput, FolderInput } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/endpoints.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useModelName } from '../../../ui/lib/texts/use-model-name.ts';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';
import { canPickPaths, pickPath } from './pick-path.ts';

/** Imports a model from a file or folder of this computer; the server reads it, so that nothing is uploaded. */
export function ImportModel({ onImported }: { onImported(): void }) {
  const t = useSettingsText();
  const nameOf = useModelName();
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const model = await api.models.import(path.trim());
      const name = nameOf(model);
      const { models, speech_model } = await api.models.list();
      const used = models.find(({ id }) => id === speech_model);
      const keeps = model.task === 'speech-recognition' && used !== undefined && used.id !== model.id;
      toast(keeps ? t('models.imported.unused', { name, used: nameOf(used) }) : t('models.imported', { name }), {
        tone: 'good',
      });
      setPath('');
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
    onImported();
  };
  const choose = async (kind: 'file' | 'folder') => {
    const chosen = await pickPath(kind);
    if (chosen === null) return;
    setProblem(undefined);
    setPath(chosen);
  };
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{t('models.import')}</h2>
      <form className={styles.importForm} onSubmit={(event) => void submit(event)}>
        <Input
          label={t('models.import.path')}
          className={styles.field ?? ''}
          spellCheck={false}
          value={path}
          error={problem}
          onChange={(event) => {
            setPath(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        {canPickPaths() && (
          <>
            <Button icon={FileInput} onClick={() => void choose('file')}>
              {t('models.import.file')}
            </Button>
            <Button icon={FolderInput} onClick={() => void choose('folder')}>
              {t('models.import.folder')}
            </Button>
          </>
        )}
        <Button type="submit" disabled={isBusy || path.trim() === ''}>
          {t('models.import.do')}
        </Button>
      </form>
    </section>
  );
}
