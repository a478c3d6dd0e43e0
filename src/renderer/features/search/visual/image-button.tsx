import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { useVisualText } from '../../../ui/lib/texts/visual-text.ts';

/** Chooses an image to search with. @param label shown beside the icon; without it, the icon alone */
export function ImageButton({
  label,
  look = 'plain',
  onFiles,
}: {
  label?: string;
  look?: 'primary' | 'plain';
  onFiles(files: readonly File[]): void;
}) {
  const t = useVisualText();
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  return (
    <>
      {label === undefined ? (
        <IconButton icon={ImageUp} label={t('open')} onClick={choose} />
      ) : (
        <Button icon={ImageUp} look={look} onClick={choose}>
          {label}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('choose')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
