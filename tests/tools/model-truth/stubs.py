# Lets the configuration and modeling files of transformers run where only torch and numpy are
# installed. Every other package is replaced by a stub, which has every attribute.
#
# With these stubs, torch computes in float64, since its name `float32` is bound to float64.
# Frequencies then have the full precision of doubles.
import dataclasses
import functools
import importlib.abc
import importlib.machinery
import importlib.metadata
import logging
import re
import sys
import types
from inspect import signature

# Packages that transformers imports without asking whether they are there.
STUBBED = {'huggingface_hub', 'safetensors', 'tokenizers', 'regex', 'tqdm', 'filelock', 'httpx'}
STUBBED |= {'typer', 'packaging', 'yaml', 'requests', 'torchaudio'}
# Parts of transformers that neither read configs nor encode positions.
STUBBED |= {'transformers.distributed', 'transformers.core_model_loading'}
STUBBED |= {'transformers.conversion_mapping', 'transformers.quantizers'}
# The versions of packages that transformers sees.
VERSIONS = {'torch': '2.8.0', 'numpy': '2.0.0', 'huggingface_hub': '1.5.0', 'tokenizers': '0.22.1'}
VERSIONS |= {'safetensors': '0.6.0', 'regex': '2025.9.1', 'tqdm': '4.67.0', 'packaging': '25.0'}
VERSIONS |= {'pyyaml': '6.0.2', 'filelock': '3.19.0', 'requests': '2.32.0', 'httpx': '0.28.0'}
VERSIONS |= {'torchaudio': '2.8.0', 'typer': '0.16.0', 'huggingface-hub': '1.5.0'}


class ShellType(type):
    """The metaclass of stubs. A stub has every attribute; it is a decorator and a base class."""

    def __getattr__(cls, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        return ShellType(name, (Shell,), {})

    def __iter__(cls):
        return iter(())

    def __or__(cls, other):
        return cls

    __ror__ = __or__


class Shell(metaclass=ShellType):
    def __init__(self, *args, **kwargs):
        pass

    def __init_subclass__(cls, **kwargs):
        pass

    def __class_getitem__(cls, item):
        return cls

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        return Shell()

    def __call__(self, *args, **kwargs):
        return args[0] if len(args) == 1 and callable(args[0]) else Shell()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __iter__(self):
        return iter(())


class ShellModule(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        if name.endswith('Mixin'):
            made = type(name, (), {})
        elif re.search('Error$|Exception$', name):
            made = type(name, (Exception,), {})
        else:
            made = ShellType(name, (Shell,), {})
        setattr(self, name, made)
        return made


class ShellFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, roots):
        self.roots = set(roots)

    def find_spec(self, name, path=None, target=None):
        if name in sys.modules or not any(
            name == root or name.startswith(root + '.') for root in self.roots
        ):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return ShellModule(spec.name)

    def exec_module(self, module):
        pass


@functools.total_ordering
class Version:
    """The needed parts of packaging.version.Version. It compares the numbers of releases."""

    def __init__(self, text):
        self.text = str(text)
        numbers = re.match(r'\d+(\.\d+)*', self.text)
        self.release = tuple(int(n) for n in numbers[0].split('.')) if numbers else (0,)
        self.base_version = '.'.join(map(str, self.release))
        self.major, self.minor, self.micro = (*self.release, 0, 0)[:3]
        self.is_devrelease = 'dev' in self.text
        self.local = None

    def _key(self):
        return (*self.release, 0, 0, 0)[:3]

    def __eq__(self, other):
        return self._key() == Version(other)._key()

    def __lt__(self, other):
        return self._key() < Version(other)._key()

    def __str__(self):
        return self.text

    __repr__ = __str__
    __hash__ = object.__hash__


def strict(cls=None, *, accept_kwargs=False):
    """Replaces huggingface_hub.dataclasses.strict. It runs the class's own validate_* methods."""
    if cls is None:
        return lambda made: strict(made, accept_kwargs=accept_kwargs)
    if not dataclasses.is_dataclass(cls):
        return cls
    init = cls.__dict__.get('__init__')
    if init is None or getattr(init, 'is_validating', False):
        return cls

    @functools.wraps(init)
    def validating(self, *args, **kwargs):
        init(self, *args, **kwargs)
        if type(self).__init__ is validating:
            for name in sorted(set(dir(type(self)))):
                check = getattr(self, name) if name.startswith('validate_') else None
                if check and not signature(check).parameters:
                    check()

    validating.is_validating = True
    cls.__init__ = validating
    cls.validate = lambda self: None
    return cls


def fill_known():
    """Gives the stubs the few functions and values that transformers uses when it runs."""
    import packaging.version
    import huggingface_hub.dataclasses as fields
    import huggingface_hub.file_download as download

    packaging.version.Version = Version
    packaging.version.parse = Version
    packaging.version.InvalidVersion = ValueError
    packaging.version = packaging.version
    fields.strict = strict
    fields.as_validated_field = lambda check: lambda *args, **kwargs: dataclasses.field(
        **({'default': kwargs['default']} if 'default' in kwargs else {})
    )
    fields.validated_field = lambda validator=None, default=None, **more: dataclasses.field(
        default=default
    )
    fields.validate_typed_dict = lambda *args, **kwargs: None
    download.REGEX_COMMIT_HASH = re.compile('x')
    import torchaudio.functional

    torchaudio.functional.resample = lambda sound, *args, **kwargs: sound
    import huggingface_hub

    huggingface_hub.is_offline_mode = lambda: True
    import huggingface_hub.constants as constants

    constants.HF_HUB_CACHE = constants.HF_HOME = '/nonexistent'
    constants.HF_MODULES_CACHE = '/nonexistent'
    constants.ENV_VARS_TRUE_VALUES = {'1'}
    for name in ('HF_HUB_OFFLINE', 'HF_HUB_DISABLE_TELEMETRY'):
        setattr(constants, name, True)


def patch_metadata():
    known = importlib.metadata.version

    def version(name):
        if name in VERSIONS:
            return VERSIONS[name]
        return known(name)

    importlib.metadata.version = version


def install(checkout):
    """Makes `import transformers` load the checkout. Returns the package."""
    sys.meta_path.insert(0, ShellFinder(STUBBED))
    patch_metadata()
    fill_known()
    import torch_patch

    torch_patch.patch()
    # This finder makes stubs for the parts of torch that this version lacks. It comes last, so that
    # existing parts are found first.
    sys.meta_path.append(ShellFinder(['torch']))

    sys.path.insert(0, f'{checkout}/src')
    logging.disable(logging.CRITICAL)
    sys.modules['regex'] = re
    sys.modules['transformers.dependency_versions_check'] = ShellModule('checked')
    sys.modules['transformers.utils.auto_docstring'] = docstrings = ShellModule('docstrings')
    sys.modules['transformers.generation'] = generation = ShellModule('transformers.generation')
    generation.__path__ = [f'{checkout}/src/transformers/generation']
    docstrings.auto_docstring = torch_patch.decorate
    docstrings.auto_class_docstring = torch_patch.decorate
    import transformers

    return transformers
