import { Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../contract/sharing/share-parts.ts';
import { api } from '../../api/endpoints.ts';
import { showChange } from '../../api/query-client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import styles from './dialog.module.css';
import { EXPIRY_DAYS, type Expiry, expiresAt } from './expiry.ts';
import { Links, type LinksQuery } from './links.tsx';
import { useShareText } from './text.ts';

type NewLink = Parameters<typeof api.sharedReports.create>[0];

/** Form for a new link (its contents, password, and expiry), and the existing links. */
export function ShareLinks({
  query,
  title,
  target,
  isComplete = true,
  options,
}: {
  /** List that the link is added to. */
  query: LinksQuery;
  /** Title of the video or story. */
  title: string;
  target: Pick<
    NewLink,
    'video_id' | 'story_id' | 'parts' | 'include_recording' | 'include_people' | 'include_moments' | 'blur'
  >;
  /** False while a choice is missing. */
  isComplete?: boolean;
  /** Controls of the contents. */
  options: ReactNode;
}) {
  const t = useShareText();
  const [expiry, setExpiry] = useState<Expiry>('week');
  const [hasPassword, setHasPassword] = useState(false);
  const [password, setPassword] = useState('');
  const [allowsComments, setAllowsComments] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [created, setCreated] = useState<string>();
  const isTooShort = hasPassword && password.length < MIN_PASSWORD_LENGTH;
  const create = async () => {
    setBusy(true);
    try {
      const link = await api.sharedReports.create({
        ...target,
        allow_comments: allowsComments,
        expires_at: expiresAt(expiry),
        password: hasPassword ? password : null,
      });
      showChange(query, (before) => [link, ...before]);
      setPassword('');
      setHasPassword(false);
      setCreated(link.id);
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
    setBusy(false);
  };
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !isTooShort && isComplete) void create();
        }}
      >
        {options}
        <Checkbox
          label={t('comments')}
          hint={t('comments.hint')}
          checked={allowsComments}
          onChange={setAllowsComments}
        />
        <Checkbox label={t('password.require')} checked={hasPassword} onChange={setHasPassword} />
        {hasPassword && (
          <Input
            // Shown, since it has to be passed on; it is the password of a link, not of a person.
            type="text"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            label={t('password')}
            hint={t('password.hint', { min: MIN_PASSWORD_LENGTH })}
            maxLength={MAX_PASSWORD_LENGTH}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <div className={styles.create}>
          <Select<Expiry>
            label={t('expiry')}
            value={expiry}
            options={(Object.keys(EXPIRY_DAYS) as Expiry[]).map((value) => ({ value, label: t(`expiry.${value}`) }))}
            onChange={setExpiry}
            className={styles.expiry ?? ''}
          />
          <Button look="primary" type="submit" icon={Link2} disabled={isBusy || isTooShort || !isComplete}>
            {t('create')}
          </Button>
        </div>
      </form>
      <Links query={query} target={{ ...target, title }} created={created} />
    </>
  );
}
