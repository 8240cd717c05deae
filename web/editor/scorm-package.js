/**
 * Writes a lesson as a SCORM 1.2 package: a zip file with the page and a manifest. Learning systems
 * that take such packages record the answers.
 */
import { Checksum } from '../files/checksum.js';
import { zipPieces } from '../files/zip-writer.js';
import { escaped, writePage } from './file.js';
import { writeLesson } from './lesson.js';
import { words } from './words.js';

/** @typedef {import('./lesson.js').Lesson} Lesson */

const PAGE = 'index.html';

/**
 * Returns the manifest. Source: SCORM 1.2, Content Aggregation Model, section 2.3.
 * @param {string} name identifies the package in the learning system
 * @param {string} title
 */
const manifestOf = (name, title) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${name}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="lesson">
    <organization identifier="lesson">
      <title>${escaped(title)}</title>
      <item identifier="part" identifierref="page"><title>${escaped(title)}</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="${PAGE}">
      <file href="${PAGE}"/>
    </resource>
  </resources>
</manifest>
`;

/** Returns a name that contains a checksum of the whole lesson. @param {Uint8Array} lesson */
function nameOf(lesson) {
  const sum = new Checksum();
  sum.add(lesson);
  return `posenc-lesson-${sum.value.toString(16)}`;
}

/**
 * Writes a lesson as a SCORM package.
 * @param {Lesson} lesson
 * @param {string} base the folder of the scripts, if the page of the editor does not contain them
 * @param {import('./file.js').Contents} contents
 */
export async function writePackage(lesson, base, contents) {
  const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text);
  const title = lesson.title.trim() || words.untitled;
  const manifest = manifestOf(nameOf(bytesOf(writeLesson(lesson))), title);
  const page = await writePage(lesson, base, contents, true);
  const members = [
    { name: 'imsmanifest.xml', bytes: bytesOf(manifest) },
    { name: PAGE, bytes: bytesOf(page) },
  ];
  return new Blob(zipPieces(members), { type: 'application/zip' });
}
