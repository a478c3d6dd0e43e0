import { createContext, useContext } from 'react';

/** Asks a person for files, or for a folder of them, and takes them in. The shell says how. */
export type AddVideos = (from: 'files' | 'folder', projectId?: string | null) => void;

export const AddVideosContext = createContext<AddVideos>(() => {});
export const useAddVideos = (): AddVideos => useContext(AddVideosContext);
