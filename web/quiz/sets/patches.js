/** Questions that pe-patches answers. */

/** @typedef {import('../../figures/patches/model.js').Model} Model */

/**
 * Returns how many patches resemble the chosen patch more than its lower neighbour does.
 * @param {Model} model
 */
const closer = ({ partner }) => partner.rank - 1;

/** @param {Model} model */
const below = (model) =>
  `The patch just below is ${model.state.side} steps away in the line: ${closer(model)} patches`;

const none = 'No stamp is more similar than that of the patch just below';
const edge =
  'The next patch in the line is on the other side of the image (rank {ranks.112} in likeness)';
const twin = 'takes this patch for row {twin.row}, column {twin.column}';
const counted = '{size.rows} rows of {state.dim} numbers: {size.numbers}';

/** @type {import('../bank.js').Entry[]} */
export const patches = [
  {
    id: 'patches-below',
    at: 'patches/row=9,column=4',
    ask:
      'An image is cut into {state.side} × {state.side} patches, which get positions line by line. ' +
      'How alike are the positions of a patch and of the one just below?',
    options: [
      ['most', 'as alike as can be', 'In the line, they are a whole row of patches apart.'],
      [
        'stranger',
        (model) => `${below(model)} have a more similar stamp`,
        'The patches to its left and right are most similar.',
      ],
      [
        'same',
        'they are the same',
        'Every patch has a position of its own, so that the model can tell them apart.',
      ],
    ],
    answer: 'stranger',
    shows: below,
  },
  {
    id: 'patches-grid',
    at: 'patches/grid=1,row=9,column=4',
    ask: 'Now each patch gets a stamp of its row and of its column. Which patches are most alike?',
    options: [
      [
        'row',
        'those to the left and right only',
        'Left and right share the row. Above and below share the column, which counts as much.',
      ],
      [
        'diagonal',
        'those at the four corners',
        'A patch at a corner differs in row and column. A direct neighbour differs in only one of them.',
      ],
      [
        'four',
        'its four neighbours',
        `${none}. Half of the stamp stays the same when only the row or only the column changes.`,
      ],
    ],
    answer: 'four',
    shows: none,
  },
  {
    id: 'patches-edge',
    at: 'patches/row=7,column=13',
    ask: 'Patches get positions line by line. Which position follows that of the last patch in a row?',
    options: [
      [
        'below',
        'that of the patch just below',
        'That position follows only after a whole row of patches.',
      ],
      [
        'other',
        'that of a patch on the other side of the image',
        `${edge}. The line joins two ends of the image.`,
      ],
      [
        'none',
        'none: each row begins anew',
        'If each row began anew, patches of different rows would share a position.',
      ],
    ],
    answer: 'other',
    shows: edge,
  },
  {
    id: 'patches-count',
    level: 'full',
    at: 'patches/side=14,dim=768',
    ask:
      'A vision transformer has {state.side} × {state.side} patches, a class token and ' +
      '{state.dim} dimensions. How large is its table of positions?',
    options: [
      [
        'patches',
        '{patches token=0 size.rows} rows of {state.dim} numbers: {patches token=0 size.numbers}',
        'The class token has a row, too.',
      ],
      ['all', counted, 'There is a row for each patch and one for the class token.'],
      [
        'axes',
        '{state.side} rows and {state.side} columns of {state.dim} numbers',
        'ViT does not learn rows and columns separately.',
      ],
    ],
    answer: 'all',
    shows: '{size.rows} {state.dim} {size.numbers}',
  },
  {
    id: 'patches-stretch',
    level: 'full',
    at: 'patches/grid=1,side=24,fill=vit,row=12,column=11',
    ask:
      'A larger image has {state.side} × {state.side} patches, and the trained table is stretched. ' +
      'Where does the model think that the patch in row {state.row}, column {state.column} is?',
    options: [
      [
        'number',
        'in row {state.row}, column {state.column}, as before',
        'A table computed anew would keep row and column. Stretching keeps the place in the image.',
      ],
      [
        'none',
        'nowhere: it knows no such patch',
        'A stretched stamp lies between trained stamps, so it resembles some of them.',
      ],
      ['place', `it ${twin}`, 'In the trained table, that is the same place of the image.'],
    ],
    answer: 'place',
    shows: twin,
  },
  {
    id: 'patches-swapped',
    level: 'full',
    at: 'patches/grid=1,axes=timm-interleaved,row=2,column=9',
    ask:
      'Half of a stamp shows the row, and half the column. New code swaps the halves. ' +
      'Where does the trained model think that the patch in row {state.row}, column {state.column} is?',
    options: [
      ['swap', `it ${twin}`, 'Row and column have changed places, and no error is raised.'],
      [
        'error',
        'nowhere: the shapes do not fit',
        'Both tables have the same shape. So no error appears.',
      ],
      [
        'same',
        'in the right place: the numbers are equal',
        'The equal numbers are in other dimensions, and each weight belongs to one dimension.',
      ],
    ],
    answer: 'swap',
    shows: twin,
  },
];
