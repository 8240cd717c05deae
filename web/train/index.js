/* Exports the public functions of posenc/train. */
export { createTraining } from './training.js';
export { trainingText } from './tasks.js';
