/** Samples of a window of 10 s, the input of the segmentation network. */
export const SEGMENTATION_SAMPLES = 160_000;
/** Number of speakers that the network separates within a window. */
export const LOCAL_SPEAKERS = 3;
