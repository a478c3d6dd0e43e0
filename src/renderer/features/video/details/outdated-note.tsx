import { useQuery } from '@tanstack/react-query';
import type { ModuleName } from '../../../../contract/analysis/modules.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { DASHBOARD, VIDEOS } from '../../../api/video-cache.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useVideoText } from '../text.ts';

/**
 * Notice that the overview was made of an earlier transcript, with a button that renews it: at once, or in the dialog
 * that states how long a language model takes.
 */
export function OutdatedNote({ jobId, modules }: { jobId: string; modules: readonly ModuleName[] }) {
  const t = useVideoText();
  const { data: infos } = useQuery(queries.modules);
  const isWritten = infos?.some(({ name, engine }) => modules.includes(name) && engine?.startsWith('ollama:')) === true;
  const renew = async () => {
    if (isWritten) return openOverlay({ kind: 'process', jobIds: [jobId], modules });
    try {
      await api.videos.process(jobId, { modules: [...modules] });
      invalidate(VIDEOS.queryKey, DASHBOARD.queryKey, ['usage'], ['job']);
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  return (
    <Notice
      action={
        <Button size="small" disabled={!infos} onClick={() => void renew()}>
          {t(isWritten ? 'outdated.renewWritten' : 'outdated.renew')}
        </Button>
      }
    >
      {t('outdated')}
    </Notice>
  );
}
