/** State shared by the parts of the double, read and changed by tests. */
export interface AskedDialog {
  kind: 'message' | 'error' | 'open' | 'save';
  options: Record<string, unknown>;
  answer(value: unknown): void;
}

export const state = {
  dialogs: [] as AskedDialog[],
  notifications: [] as { title: string; body: string; click(): void }[],
  menu: [] as MenuItem[],
  tray: { tooltip: '', menu: [] as MenuItem[] },
  badge: 0,
  recentDocuments: [] as string[],
  shownInFolder: [] as string[],
  openedOutside: [] as string[],
  blockers: new Set<number>(),
  workers: [] as { pid: number | undefined; kill(signal?: NodeJS.Signals): boolean }[],
};

export interface MenuItem {
  role?: string;
  type?: string;
  label?: string;
  accelerator?: string;
  click?: () => void;
  submenu?: MenuItem[];
}
