/** Writes answers as statements of xAPI 1.0.3, which learning record stores accept. */

/** @typedef {import('./index.js').Answer} Answer */

/**
 * What a statement says besides the answer.
 * @typedef {object} Context
 * @property {Record<string, any>} actor who answers, as an xAPI Agent
 * @property {string} activity the IRI of the lesson, to which all questions belong
 * @property {Date} [time] the time of the answer; now by default
 * @property {string} [language] the tag of the language of texts; `und`, undetermined, by default
 */

const VERBS = {
  answered: 'http://adlnet.gov/expapi/verbs/answered',
  skipped: 'http://id.tincanapi.com/verb/skipped',
};

/** @param {'answered' | 'skipped'} name */
const verb = (name) => ({ id: VERBS[name], display: { en: name } });

/**
 * Returns the xAPI statement of an answer. If the reader declined, the verb is `skipped`.
 * @param {Answer} answer
 * @param {Context} context
 * @example
 * const answer = { figure: 'rope', question: 'q', option: 'all', correct: true, attempt: 1, state: {} };
 * const actor = { account: { homePage: 'https://school.example', name: 'ada' } };
 * const said = toXapi(answer, { actor, activity: 'https://school.example/rope' });
 * console.log(said.object.id, said.result.success); // https://school.example/rope#q true
 */
export function toXapi({ figure, question, ask, option, correct, attempt, state }, context) {
  const { actor, activity, time = new Date(), language = 'und' } = context ?? {};
  if (!actor || typeof actor !== 'object')
    throw new TypeError(`actor: expected an xAPI Agent, got ${actor}`);
  if (!URL.canParse(activity))
    throw new TypeError(`activity: expected the IRI of the lesson, got ${activity}`);
  const said = option === null ? {} : { success: correct === true, response: option };
  const extensions = {
    'urn:posenc:figure': figure,
    'urn:posenc:attempt': attempt,
    'urn:posenc:state': state,
  };
  return {
    actor,
    verb: verb(option === null ? 'skipped' : 'answered'),
    object: {
      objectType: 'Activity',
      id: `${activity}#${encodeURIComponent(question)}`,
      definition: {
        type: 'http://adlnet.gov/expapi/activities/cmi.interaction',
        interactionType: 'other',
        name: { [language]: question },
        ...(ask && { description: { [language]: ask } }),
      },
    },
    result: { ...said, extensions },
    context: { contextActivities: { parent: [{ objectType: 'Activity', id: activity }] } },
    timestamp: time.toISOString(),
  };
}
