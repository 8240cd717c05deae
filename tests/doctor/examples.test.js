/* Checks that every function of posenc/doctor is documented, and that its example is right. */
import * as doctor from '../../web/doctor/index.js';
import { testExamples } from '../support/examples.js';

testExamples('web/doctor', doctor);
