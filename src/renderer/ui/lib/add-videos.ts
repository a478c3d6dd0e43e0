import { createContext, useContext } from 'react';

/** Adds files or a folder chosen by the user, or the sample video; implemented by the shell. */
export type AddVideos = (from: 'files' | 'folder' | 'sample', projectId?: string | null) => void;

export const AddVideosContext = createContext<AddVideos>(() => {});
export const useAddVideos = (): AddVideos => useContext(AddVideosContext);
