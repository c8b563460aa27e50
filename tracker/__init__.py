"""The core of Warledger: vocabulary, ledger, rules, application and commands."""

__version__ = "0.1.0"
