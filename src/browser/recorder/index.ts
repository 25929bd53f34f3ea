/** The flight recorder: what is done with the browsers of a pod, whatever drives them. Part of `browser`. */
export { openRecorder, type Recorded, type Recorder } from './recorder.ts';
export { summariseUse } from './summarise-use.ts';
