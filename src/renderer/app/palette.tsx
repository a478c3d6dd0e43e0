import { CommandPalette } from '../features/search/palette/palette.tsx';
import { useAppCommands } from './use-app-commands.ts';

/** Command palette with the commands of the window. */
export function Palette({ onClose }: { onClose(): void }) {
  return <CommandPalette commands={useAppCommands()} onClose={onClose} />;
}
