/**
 * Runs a small learning system in a page. It checks the elements that record a learner's answers as
 * strictly as SCORM 1.2 and SCORM 2004 demand. It records all elements in `window.data`, and the
 * state of the session in `window.phase`.
 */
// Tests write the text of this function into pages, so it contains all that it needs.
// eslint-disable-next-line max-lines-per-function
export function runtime(version) {
  const { data } = Object.assign(window, { data: {}, phase: 'idle' });
  const is12 = version === '1.2';
  const response = is12 ? 'student_response' : 'learner_response';
  const time = is12
    ? ['time', /^\d\d:\d\d:\d\d$/]
    : ['timestamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d\d?Z?)?$/];
  const interaction = {
    id: is12 ? /^[\w-]{1,255}$/ : /^\S{1,4000}$/,
    type: /^(true-false|choice|fill-in|numeric|likert|matching|performance|sequencing)$/,
    [response]: /^.{0,255}$/,
    description: is12 ? null : /^.{1,250}$/s,
    result: is12 ? /^(correct|wrong|unanticipated|neutral)$/ : /^(correct|incorrect|neutral)$/,
    [time[0]]: time[1],
  };
  const score = is12 ? 'cmi.core.score' : 'cmi.score';
  const elements = {
    ...{ [`${score}.raw`]: /^\d{1,3}$/, [`${score}.min`]: /^0$/, [`${score}.max`]: /^100$/ },
    'cmi.score.scaled': is12 ? null : /^(0(\.\d+)?|1)$/,
    [is12 ? 'cmi.core.lesson_status' : 'cmi.completion_status']: /^(completed|incomplete)$/,
    'cmi.suspend_data': /^.{0,4096}$/,
    [is12 ? 'cmi.core.exit' : 'cmi.exit']: /^(suspend|logout|time-out)?$/,
    [is12 ? 'cmi.core.session_time' : 'cmi.session_time']: is12
      ? /^\d{2,4}:\d\d:\d\d(\.\d\d?)?$/
      : /^PT\d+S$/,
  };
  let [count, error] = [0, '0'];
  const fail = (code) => {
    error = code;
    return 'false';
  };
  const patternOf = (element) => {
    const [, at, name] = /^cmi\.interactions\.(\d+)\.(\w+)$/.exec(element) ?? [];
    if (at === undefined) return elements[element];
    // The indices of interactions have no gaps. The first element of an interaction is its id.
    if (Number(at) > count || (Number(at) === count && name !== 'id')) return null;
    const needsType = !is12 && name === response;
    if (needsType && !data[`cmi.interactions.${at}.type`]) return null;
    count = Math.max(count, Number(at) + 1);
    return interaction[name];
  };
  const methods = {
    Initialize() {
      if (window.phase === 'running') return fail(is12 ? '101' : '103');
      window.phase = 'running';
      return 'true';
    },
    SetValue(element, value) {
      if (window.phase !== 'running') return fail(is12 ? '301' : '132');
      const pattern = patternOf(element);
      if (!pattern) return fail('401');
      if (typeof value !== 'string' || !pattern.test(value)) return fail(is12 ? '405' : '406');
      data[element] = value;
      return 'true';
    },
    GetValue(element) {
      if (element === 'cmi.interactions._count') return String(count);
      return element === 'cmi.suspend_data' ? (data[element] ?? '') : '';
    },
    Commit: () => (window.phase === 'running' ? 'true' : fail('142')),
    GetLastError: () => error,
    [is12 ? 'Finish' : 'Terminate']() {
      window.phase = 'ended';
      return 'true';
    },
  };
  const entries = Object.entries(methods).map(([name, run]) => [is12 ? `LMS${name}` : name, run]);
  window[is12 ? 'API' : 'API_1484_11'] = Object.fromEntries(entries);
}
