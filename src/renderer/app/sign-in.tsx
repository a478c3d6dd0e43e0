import { type FormEvent, useState } from 'react';
import { readCredential, useSession } from '../api/credential.ts';
import { api } from '../api/endpoints.ts';
import { isOffline } from '../api/request.ts';
import { Button } from '../ui/controls/button.tsx';
import { Input } from '../ui/controls/input.tsx';
import { Logo } from './logo.tsx';
import styles from './sign-in.module.css';
import { useAppText } from './text.ts';

/** Sign-in page. */
export function SignIn() {
  const t = useAppText();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const credential = readCredential(text);
    if (!credential) return setError(t('signIn.invalid'));
    setBusy(true);
    // Verified before it is stored, to avoid flashing the shell.
    const { set } = useSession.getState();
    try {
      await api.checkCredential(credential);
      set(credential);
    } catch (thrown) {
      setError(t(isOffline(thrown) ? 'signIn.offline' : 'signIn.refused'));
      setBusy(false);
    }
  };
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={(event) => void submit(event)}>
        <Logo size={40} />
        <h1 className={styles.title}>{t('signIn.title')}</h1>
        <p className={styles.text}>{t('signIn.text')}</p>
        <Input
          label={t('signIn.field')}
          value={text}
          error={error}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Button look="primary" type="submit" disabled={isBusy || text.trim() === ''}>
          {t('signIn.button')}
        </Button>
      </form>
    </main>
  );
}
