/** In its own thread: the dictionaries take a second and 60 MB, freed when it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

const { password, words } = workerData as { password: string; words: string[] };
const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
});
const { score, feedback } = estimator.check(password, words);
parentPort?.postMessage({
  score,
  advice: [feedback.warning, ...feedback.suggestions].filter(Boolean),
});
