# Completion of warledger in PowerShell. In $PROFILE:
#     warledger completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName warledger -ScriptBlock {
    param($word, $ast, $cursor)
    $line = $ast.ToString()
    $length = $cursor - $ast.Extent.StartOffset
    $line = if ($length -gt $line.Length) { "$line " } else { $line.Substring(0, $length) }
    # Before PowerShell 7.3, a double quote in an argument needs a backslash.
    $passing = Get-Variable PSNativeCommandArgumentPassing -ValueOnly -ErrorAction Ignore
    if ($passing -notin 'Windows', 'Standard') { $line = $line.Replace('"', '\"') }
    $encoding = [Console]::OutputEncoding
    try {
        [Console]::OutputEncoding = [System.Text.UTF8Encoding]::new()
        $choices = @(warledger completion powershell "--line=$line" 2>$null)
    } finally {
        [Console]::OutputEncoding = $encoding
    }
    $choices | ForEach-Object {
        $value, $text = $_ -split "`t", 2
        if ($value -eq ':files') {
            return [System.Management.Automation.CompletionCompleters]::CompleteFilename($word)
        }
        if (-not $text) { $text = $value }
        $typed = if ($value -match '[\s''"`$,;@#&|<>(){}]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
        [System.Management.Automation.CompletionResult]::new($typed, $value, 'ParameterValue', $text)
    }
}
