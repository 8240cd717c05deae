/** The texts of pe-editor, in groups. */
import { translated } from '../figures/chassis/language.js';

export const all = translated('editor', {
  main: {
    title: 'Title of the lesson',
    untitled: 'Lesson',
    language: 'Language',
    file: 'posenc-lesson',
    slides: 'posenc-slides',
    /** @param {string} file */
    save: (file) => `Save ${file}`,
    saveSlides: 'Save slides',
    savePackage: 'Save for a learning system',
    sheet: 'Worksheet',
    open: 'Open a lesson',
    empty: 'New lesson',
    undo: 'Undo',
    parts: 'Parts of the lesson',
    result: 'What readers see',
    nothing: 'The lesson is empty. Add a text or a figure.',
    addText: 'Add a text',
    addFigure: 'Add this figure',
    figure: 'Figure',
    text: 'Text',
    textHint: 'Markdown: # heading, **bold**, *italic*, - list, [text](https://…), | table |',
    firstText: '## A heading\n\nWrite here.',
    up: 'Up',
    down: 'Down',
    remove: 'Remove',
    /** @param {number} at counted from 1 @param {string} what */
    part: (at, what) => `Part ${at}: ${what}`,
    /** @param {string} act @param {number} at counted from 1 */
    act: (act, at) => `${act}, part ${at}`,
    /** @param {number} at @param {number} count */
    moved: (at, count) => `The part is now ${at} of ${count}.`,
    added: 'The part was added.',
    removed: 'The part was removed. Undo brings it back.',
    undone: 'Undone.',
    emptied: 'This is a new lesson. Undo brings the last lesson back.',
    /** @param {string} name */
    opened: (name) => `${name} is open. Undo brings the last lesson back.`,
    saving: 'The file is being written …',
    /** @param {string} file */
    saved: (file) =>
      `Your browser is saving ${file}. The file needs no network. Readers find their answers at its ` +
      'end, and can print or save them.',
    /** @param {string} file */
    savedSlides: (file) =>
      `Your browser is saving ${file}. Put it into the folder of reveal.js, beside its folder ` +
      '“dist”. A double click then opens the slides.',
    noReveal: 'Put this file into the folder of reveal.js, beside its folder “dist”.',
    /** @param {string} file */
    savedPackage: (file) =>
      `Your browser is saving ${file}. Upload it as a SCORM package. ` +
      'The learning system then records each answer. The score counts first answers, and the ' +
      'lesson is completed when each question has an answer.',
    /** @param {string} file */
    maybeSaved: (file) => `If this page may save files, your browser is saving ${file}.`,
    /** @param {number} at @param {string} problem */
    savedWith: (at, problem) => `Saved, but without the question of part ${at}. ${problem}`,
    drafts: 'Drafts',
    unstored: 'New',
    unreadable: 'A draft of another version',
    draftOpened: 'The draft is open. Undo brings the last lesson back.',
    followed: 'Another tab has changed this draft. It is shown here, too.',
    unkept: 'This browser keeps no draft. Save the lesson before you leave the page.',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'The browser did not allow copying. Select the text and copy it.',
  },
  figure: {
    tasks: 'What to do',
    task: { setup: 'Set up', hide: 'Hide and lock', question: 'Question', code: 'Use elsewhere' },
    hints: {
      setup: 'Use the figure. Readers find it as you leave it.',
      hide: 'A click locks a control, a second click hides it, a third shows it. Other parts are only hidden and shown.',
      question: 'You can use the figure here. Readers still find it as you set it up.',
      code: 'Copy what your page needs.',
    },
    folds: { setup: 'Group, first state', hide: 'List of the parts' },
    level: 'Readers see',
    levels: { full: 'everything', beginner: 'what beginners need' },
    levelHint:
      '“What beginners need” leaves out the formula, some controls, the speed, code, files and links.',
    group: 'Group',
    groupHint: 'Figures of one group move together',
    reset: 'Back to the figure’s own first state',
    shown: 'shown',
    locked: 'locked',
    hidden: 'hidden',
    parts: /** @type {Record<string, string>} */ ({
      title: 'Title',
      plot: 'Picture',
      transport: 'Bar under the picture',
      caption: 'Caption',
      presets: 'States to try',
      formula: 'Formula',
      controls: 'All controls',
      export: 'Row of small buttons',
      table: 'Table',
      code: 'Code',
      level: 'Button “Show everything”',
      help: 'List of keys',
      game: 'Game',
      facts: 'Table of methods',
      choice: 'Questions that lead to a scheme',
      config: 'Config of a model',
      finder: 'Search',
      cost: 'Costs',
      image: 'Own image',
      listing: 'Code with the bug',
      reported: 'Reported results',
      run: 'Training',
      samples: 'What the models write',
    }),
    /** @param {string} part @param {string} how */
    now: (part, how) => `${part}: ${how}`,
  },
  question: {
    draft: 'Readers do not get this question yet.',
    kind: 'The figure asks',
    kinds: {
      own: 'the figure’s own question',
      none: 'nothing',
      choice: 'my question, with answers to choose from',
      number: 'my question, for a number',
      state: 'my question, answered in the picture',
    },
    ask: 'Your question',
    options: 'Answers',
    /** @param {number} at counted from 1 */
    option: (at) => `Answer ${at}`,
    /** @param {number} at counted from 1 */
    right: (at) => `Answer ${at} is right`,
    isRight: 'right',
    /** @param {number} at counted from 1 */
    replyTo: (at) => `Reply to answer ${at}`,
    replyHint: 'Reply',
    /** @param {number} at counted from 1 */
    removeOption: (at) => `Remove answer ${at}`,
    /** @param {number} at counted from 1 */
    removedOption: (at) => `Answer ${at} was removed. Undo brings it back.`,
    addOption: 'Add an answer',
    source: 'The right number is',
    typed: 'a number that I type',
    answer: 'Right number',
    /** @param {string} name a field of the figure, such as pair */
    row: (name) => `Row: what its first cell says${name && `, or the name ${name}`}`,
    tolerance: 'May be off by',
    unit: 'Unit',
    reply: 'Reply to a wrong answer',
    because: 'Explanation of the right answer',
    shows: 'State that shows the answer',
    /** @param {number} at counted from 1 */
    tries: (at) => `State that shows answer ${at}`,
    target: 'State that is the answer',
    /** @param {string} field @param {string} names all names of the figure, with their labels */
    varies: (field, names) =>
      `Different numbers on each worksheet: write ${field}=5..20 or ${field}=5|8|13 as the state, and ` +
      `{${field}} in the question. This figure has: ${names}.`,
    /** @param {string} one @param {string} two */
    examples: (one, two) => `Worksheets differ, for example: ${one} · ${two}`,
    take: 'Take the current state',
    try: 'Show this state',
    taken: 'The state was taken.',
    same: 'Move the figure first. It is still at its first state.',
    /** @param {string} label @param {string} state */
    noState: (label, state) =>
      `${label}: this figure has no state ${state}. Take a state from the figure.`,
    lockedState: 'Readers must move a part that you locked. Unlock it, or take another state.',
    /** @param {string} row @param {string} column */
    noCell: (row, column) =>
      `The table of the figure has no number in row ${row}, column ${column}.`,
    /** @param {string} text */
    noBraces: (text) => `The figure has no ${text}. Write a name in braces, such as {position}.`,
    /** @param {string} field */
    unnamed: (field) =>
      `Write {${field}} in the question, so that readers know which number is meant.`,
    noDistance: '“May be off by” needs a number of at least 0, such as 0.5.',
    missing: {
      ask: 'Write the question.',
      options: 'Write at least two answers. None may be empty.',
      same: 'Two answers are the same.',
      answer: 'Write the right answer as a number, such as 6.28.',
      target: 'Move the figure to the answer, and take its state.',
      shows: 'Move the figure so that it shows the answer, and take its state.',
    },
  },
  code: {
    tag: 'Tag',
    tagHint: 'For a page of yours with figures.iife.js beside it.',
    frame: 'Frame',
    frameHint: 'For learning systems. The address must lead to embed.html.',
    link: 'Link',
    linkHint: 'To the lab, with the figure in this state.',
    /** @param {string} what */
    copy: (what) => `Copy: ${what}`,
  },
  answers: {
    heading: 'Your answers',
    name: 'Name',
    /** @param {string} right @param {string} count */
    score: (right, count) => `You answered ${right} of ${count} right.`,
    /** @param {string} count */
    open: (count) => `Questions still open: ${count}.`,
    /** @param {string} answer */
    earlier: (answer) => `Your first answer: ${answer}`,
    none: 'no answer',
    hint: 'First answers count. Nothing is sent: print, copy or save your answers.',
    kept: 'They stay here until you close this tab.',
    recorded: 'First answers count. The learning system records each answer.',
    lost: 'The learning system did not take an answer. Print, copy or save your answers.',
    print: 'Print',
    save: 'Save as text',
    file: 'answers',
  },
  file: {
    /** @param {string} name */
    notLesson: (name) => `${name} is not a lesson: expected a file that this editor has saved.`,
    /** @param {string} name */
    tooLarge: (name) => `${name} is too large to be a lesson.`,
    /** @param {unknown} version */
    version: (version) => `The lesson has version ${version}, and this editor reads version 1.`,
    /** @param {string} place */
    damaged: (place) => `The lesson in this file is damaged at ${place}.`,
    /** @param {string} file */
    noScript: (file) => `${file} could not be read. Use posenc-lab.html, which contains it.`,
  },
});

export const { main: words, figure: figureWords, question: questionWords } = all;
export const { code: codeWords, file: fileWords, answers: answersWords } = all;
